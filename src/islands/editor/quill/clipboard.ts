import type { Delta, Range } from 'quill';
import Clipboard from 'quill/modules/clipboard.js';
import { cleanPasted } from './pasted.ts';

/** Marks what was copied in this editor: it keeps everything when it is pasted. */
const OWN = 'data-inkwell';

/** Quill's clipboard, which cleans what other programs put there and reads stored posts as they are. */
export class PostClipboard extends Clipboard {
  /** Told of pictures that came as data inside of pasted HTML; gives the id of their upload. */
  onDataPicture: (dataUrl: string) => string | null = () => null;
  #stored = false;

  /** Stored content as what Quill works with. */
  convertStored(html: string): Delta {
    this.#stored = true;
    try {
      return this.convert({ html, text: '' });
    } finally {
      this.#stored = false;
    }
  }

  override normalizeHTML(doc: Document): void {
    if (!this.#stored && doc.querySelector(`[${OWN}]`) === null) {
      super.normalizeHTML(doc);
      cleanPasted(doc);
    }
    for (const ui of doc.querySelectorAll('.ql-ui')) ui.remove();
    for (const code of doc.querySelectorAll('pre code')) code.replaceWith(...code.childNodes);
    for (const image of doc.querySelectorAll<HTMLImageElement>('img')) this.#checkPicture(image);
  }

  #checkPicture(image: HTMLImageElement): void {
    const src = image.getAttribute('src') ?? '';
    if (/^data:image\//i.test(src)) {
      const id = this.onDataPicture(src);
      if (id === null) image.remove();
      else {
        image.className = 'ql-pending-image';
        image.dataset.upload = id;
      }
    } else if (!/^(https?:\/\/|\/(?!\/))/i.test(src)) image.remove();
  }

  override onCopy(range: Range) {
    const { html, text } = (super.onCopy as (range: Range) => { html: string; text: string }).call(
      this,
      range,
    );
    return { text, html: `<div ${OWN}>${html}</div>` };
  }
}
