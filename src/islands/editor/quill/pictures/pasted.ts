import type { Op } from 'quill/core.js';
import type { PastedPicture } from '../pasted-pictures.ts';
import type { Upload } from '../uploads.ts';
import { type Figure, readFigure, writeFigure } from './figure.ts';

/** Stands for a pasted picture until the text around it is read. */
const PLACEHOLDER = '/pasted-picture/';

export function placeholderOf(index: number): string {
  return `${PLACEHOLDER}${index}`;
}

/** Blocks that a picture would split. It's put after the outermost of them. */
const WHOLE = 'ul, ol, blockquote, dl, pre';
/** Blocks that are kept whole, with their pictures. */
const KEPT = 'figure, table, details, aside';

/** Makes each pasted picture a figure of its own, not part of a sentence. */
export function liftPictures(doc: Document): void {
  const images = [...doc.querySelectorAll('img')].filter((image) => !image.closest(KEPT));
  // In reverse order: each is put right after the block, before those already there.
  for (const image of images.reverse()) {
    const link = image.closest('a');
    const isOnlyContent = link?.textContent?.trim() === '' && link.children.length === 1;
    const picture = link && isOnlyContent ? link : image;
    const whole = outermost(image, WHOLE);
    const figure = doc.createElement('figure');
    if (whole) whole.after(figure);
    else picture.before(figure);
    figure.append(picture);
  }
}

function outermost(element: Element, selector: string): Element | null {
  const found = element.closest(selector);
  return found?.parentElement ? (outermost(found.parentElement, selector) ?? found) : found;
}

/**
 * Replaces the placeholders in what was pasted: with addresses, or with uploads that `onPicture`
 * starts. `lost` is the number of pictures that can't be there.
 */
export function withPictures(
  op: Op,
  pictures: readonly PastedPicture[],
  onPicture: (upload: Upload) => string,
): { ops: Op[]; lost: number } {
  const { image, kept, 'kept-block': block } = typeof op.insert === 'object' ? op.insert : {};
  const html = [block, kept].find((value) => typeof value === 'string') as string | undefined;
  if (typeof image === 'string' && image.startsWith(PLACEHOLDER)) {
    const url = addressOf(pictureFor(image, pictures));
    return url === null
      ? { ops: [], lost: 1 }
      : { ops: [{ ...op, insert: { image: url } }], lost: 0 };
  }
  if (!html?.includes(PLACEHOLDER)) return { ops: [op], lost: 0 };
  if (block === html && html.startsWith('<figure')) {
    return { ops: figureOps(readFigure(html), pictures, onPicture), lost: 0 };
  }
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  let lost = 0;
  for (const image of body.querySelectorAll(`img[src^="${PLACEHOLDER}"]`)) {
    const url = addressOf(pictureFor(image.getAttribute('src') ?? '', pictures));
    if (url === null) {
      image.remove();
      lost += 1;
    } else image.setAttribute('src', url);
  }
  const name = block === html ? 'kept-block' : 'kept';
  return { ops: [{ ...op, insert: { [name]: body.innerHTML } }], lost };
}

function pictureFor(src: string, pictures: readonly PastedPicture[]): PastedPicture | undefined {
  return src.startsWith(PLACEHOLDER) ? pictures[Number(src.slice(PLACEHOLDER.length))] : undefined;
}

/** Returns where a picture is if it isn't uploaded. */
function addressOf(picture: PastedPicture | undefined): string | null {
  return picture?.kind === 'local' || picture?.kind === 'remote' ? picture.url : null;
}

/** Each picture that has to be uploaded becomes a figure of its own; the last has the caption. */
function figureOps(
  figure: Figure,
  pictures: readonly PastedPicture[],
  onPicture: (upload: Upload) => string,
): Op[] {
  const found = figure.pictures.map((one) => ({ one, pasted: pictureFor(one.src, pictures) }));
  const placed = found.map(({ one, pasted }) => ({ ...one, src: addressOf(pasted) ?? one.src }));
  const isPlaced = ({ pasted }: (typeof found)[number]) => !pasted || pasted.kind === 'local';
  if (found.every(isPlaced)) {
    return [{ insert: { 'kept-block': writeFigure({ ...figure, pictures: placed }) } }];
  }
  return found.map(({ one, pasted }, index) => {
    const caption = index === found.length - 1 ? figure.caption : '';
    const write = (src: string) =>
      writeFigure({ ...figure, caption, pictures: [{ ...one, src, width: '', height: '' }] });
    if (pasted?.kind === 'file' || pasted?.kind === 'remote') {
      return { insert: { 'pending-image': onPicture({ ...pasted, write }) } };
    }
    return { insert: { 'kept-block': write(placed[index]?.src ?? '') } };
  });
}
