/** Captions of Word, WordPress, Wikipedia and others. */
const CAPTION =
  'p.MsoCaption, .wp-caption-text, .thumbcaption, .caption, .image-caption, .photo-caption';

/** Puts pictures and their captions into figures. A caption without a picture is a paragraph. */
export function convertCaptions(doc: Document): void {
  for (const caption of doc.querySelectorAll(CAPTION)) {
    if (caption.closest('figure, table, figcaption')) continue;
    const parent = caption.parentElement;
    if (parent && parent !== doc.body && hasOnlyPictures(parent, caption)) {
      toFigure(
        caption,
        [...parent.childNodes].filter((node) => node !== caption),
      );
      continue;
    }
    const neighbor = [caption.previousElementSibling, caption.nextElementSibling].find(
      (element) => element !== null && hasOnlyPictures(element),
    );
    if (neighbor) toFigure(caption, [neighbor]);
  }
}

function hasOnlyPictures(element: Element, caption?: Element): boolean {
  const hasPicture = element.tagName === 'IMG' || element.querySelector('img') !== null;
  const text = (element.textContent ?? '').replace(caption?.textContent ?? '', '');
  return hasPicture && text.trim() === '';
}

function toFigure(caption: Element, pictures: readonly Node[]): void {
  const doc = caption.ownerDocument;
  const figure = doc.createElement('figure');
  const figcaption = doc.createElement('figcaption');
  caption.before(figure);
  figcaption.append(...caption.childNodes);
  figure.append(...pictures, figcaption);
  caption.remove();
}
