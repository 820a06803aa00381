import type { Delta, Range } from 'quill/core.js';
import Clipboard from 'quill/modules/clipboard.js';
import { cleanPasted, isOwn, markOwn } from './pasted.ts';
import { judgePicture, picturesOfRtf } from './pasted-pictures.ts';
import type { Upload } from './uploads.ts';

export interface PostClipboardOptions {
  onPicture(upload: Upload): string;
  /** Called with the number of pasted pictures that the browser can't read. */
  onLost(count: number): void;
}

/** Quill's clipboard. Cleans HTML from other programs, and reads stored posts unchanged. */
export class PostClipboard extends Clipboard {
  declare protected options: Clipboard['options'] & PostClipboardOptions;
  #isStored = false;
  #lost = 0;
  #rtf = '';

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
    const localFiles = images.filter((image) => /^file:/i.test(srcOf(image)));
    const inRtf = localFiles.length > 0 ? picturesOfRtf(this.#rtf) : [];
    // Pictures match by position, which is reliable only if both lists have the same length.
    const fromRtf = inRtf.length === localFiles.length ? inRtf : [];
    for (const image of images) {
      const judged = judgePicture(srcOf(image), () => fromRtf[localFiles.indexOf(image)] ?? null);
      const alt = image.getAttribute('alt')?.trim() ?? '';
      if (judged.kind === 'local') image.src = judged.url;
      else if (judged.kind === 'lost') {
        this.#lost += 1;
        image.remove();
      } else {
        image.className = 'ql-pending-image';
        image.dataset.upload = this.options.onPicture({ ...judged, alt });
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
    if (this.#lost > 0) this.options.onLost(this.#lost);
  }

  override onCopy(range: Range, isCut: boolean) {
    const { html, text } = super.onCopy(range, isCut);
    return { text, html: markOwn(html) };
  }
}
