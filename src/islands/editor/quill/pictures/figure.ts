import { attribute } from '../../../../../api/contract/content/attributes.ts';
import { storedForm } from '../stored/tree.ts';

export const WIDTHS = ['', 'wide', 'full'] as const;
export type FigureWidth = (typeof WIDTHS)[number];

export const WIDTH_NAMES: Record<FigureWidth, string> = { '': 'Text', wide: 'Wide', full: 'Full' };

export interface FigurePicture {
  src: string;
  alt: string;
  /** The address of its link, or an empty string. */
  href: string;
  /** As stored, or an empty string. */
  width: string;
  height: string;
}

/** A figure as its dialog edits it. */
export interface Figure {
  width: FigureWidth;
  pictures: readonly FigurePicture[];
  /** Text with formats. */
  caption: string;
}

export function pictureOf(src: string, alt = ''): FigurePicture {
  return { src, alt, href: '', width: '', height: '' };
}

/** Returns the HTML of a figure with one picture, as it's stored. */
export function figureHtml(src: string, alt = ''): string {
  return writeFigure({ width: '', pictures: [pictureOf(src, alt)], caption: '' });
}

export function readFigure(html: string): Figure {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const width = body.querySelector('figure')?.dataset.width ?? '';
  const pictures = [...body.querySelectorAll('img')].map((image) => ({
    src: image.getAttribute('src') ?? '',
    alt: image.alt,
    href: image.closest('a')?.getAttribute('href') ?? '',
    width: image.getAttribute('width') ?? '',
    height: image.getAttribute('height') ?? '',
  }));
  const caption = body.querySelector('figcaption')?.innerHTML ?? '';
  return { width: WIDTHS.find((one) => one === width) ?? '', pictures, caption };
}

export function writeFigure({ width, pictures, caption }: Figure): string {
  const inner = pictures.map(pictureHtml).join('');
  const text = caption === '' ? '' : `<figcaption>${caption}</figcaption>`;
  return storedForm(
    `<figure${width === '' ? '' : attribute('data-width', width)}>${inner}${text}</figure>`,
  );
}

function pictureHtml({ src, alt, href, width, height }: FigurePicture): string {
  const size = Object.entries({ width, height })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => attribute(name, value));
  const image = `<img${attribute('src', src)}${attribute('alt', alt)}${size.join('')}>`;
  return href === '' ? image : `<a${attribute('href', href)}>${image}</a>`;
}
