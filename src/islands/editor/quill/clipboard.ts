import type { Delta, Range } from 'quill';
import Clipboard from 'quill/modules/clipboard.js';
import { isOwn, markOwn } from './own.ts';
import { cleanPasted } from './pasted.ts';
import { judgePicture, picturesOfRtf } from './pasted-pictures.ts';
import type { Upload } from './uploads.ts';

/** Quill's clipboard, which cleans what other programs put there and reads stored posts as they are. */
export class PostClipboard extends Clipboard {
  /** Uploads a picture of pasted HTML; gives the id of its place. */
  onPicture: (upload: Upload) => string = () => '';
  /** Told of pictures of pasted HTML that nobody but the program they were copied from can read. */
  onLost: (count: number) => void = () => undefined;
  #isStored = false;
  #lost = 0;
  #rtf = '';

  /** Stored content as what Quill works with. */
  convertStored(html: string): Delta {
    this.#isStored = true;
    try {
      return this.convert({ html, text: '' });
    } finally {
      this.#isStored = false;
    }
  }

  override normalizeHTML(doc: Document): void {
    if (!this.#isStored && !isOwn(doc)) {
      super.normalizeHTML(doc);
      cleanPasted(doc);
    }
    for (const ui of doc.querySelectorAll('.ql-ui')) ui.remove();
    for (const code of doc.querySelectorAll('pre code')) code.replaceWith(...code.childNodes);
    if (!this.#isStored) this.#takePictures([...doc.querySelectorAll('img')]);
  }

  #takePictures(images: HTMLImageElement[]): void {
    const srcOf = (image: HTMLImageElement) => image.getAttribute('src') ?? '';
    const ofProgram = images.filter((image) => /^file:/i.test(srcOf(image)));
    const inRtf = ofProgram.length > 0 ? picturesOfRtf(this.#rtf) : [];
    // Only when they are as many is it certain which is which.
    const fromRtf = inRtf.length === ofProgram.length ? inRtf : [];
    for (const image of images) {
      const judged = judgePicture(srcOf(image), () => fromRtf[ofProgram.indexOf(image)] ?? null);
      const alt = image.getAttribute('alt')?.trim() ?? '';
      if (judged.kind === 'ours') image.src = judged.url;
      else if (judged.kind === 'lost') {
        this.#lost += 1;
        image.remove();
      } else {
        image.className = 'ql-pending-image';
        image.dataset.upload = this.onPicture({ ...judged, alt });
      }
    }
  }

  override onCapturePaste(event: ClipboardEvent): void {
    this.#rtf = event.clipboardData?.getData('text/rtf') ?? '';
    super.onCapturePaste(event);
    this.#rtf = '';
  }

  override onPaste(range: Range, data: { text?: string; html?: string }): void {
    this.#lost = 0;
    super.onPaste(range, data);
    if (this.#lost > 0) this.onLost(this.#lost);
  }

  override onCopy(range: Range) {
    const { html, text } = (super.onCopy as (range: Range) => { html: string; text: string }).call(
      this,
      range,
    );
    return { text, html: markOwn(html) };
  }
}
