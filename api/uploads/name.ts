import { transliterate } from 'transliteration';
import { PICTURE_TYPES, type PictureType } from '../contract/uploads.ts';

const MAX_LENGTH = 80;
/** Longer names are cut before anything looks at them. */
const MAX_INPUT = 1000;

/**
 * Makes a file name safe: no path, no leading dot, only `A-Z a-z 0-9 _ -` and one dot before the
 * extension, which is that of the type. `Fête d'été.JPG` becomes `Fete-d-ete.jpg`; a name without a
 * usable character becomes `picture`. At most 80 characters.
 */
export function safeName(original: string, type: PictureType): string {
  const extension = PICTURE_TYPES[type];
  const file = original.slice(-MAX_INPUT).split(/[\\/]/).at(-1) ?? '';
  const base = transliterate(file.replace(/\.[^.\s]{1,10}$/, '').normalize('NFKC'))
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .slice(0, MAX_LENGTH - extension.length - 1)
    .replace(/^[-_]+|[-_]+$/g, '');
  return `${base === '' ? 'picture' : base}.${extension}`;
}

/** File names of ours, with or without the width of a variant: `{timestamp}-{safe name}`. */
export const UPLOAD_NAME = /^\d{13,15}-[A-Za-z0-9_-]+\.(jpg|png|webp|avif|gif)$/;

const NAMES = /\d{13,15}-[A-Za-z0-9_-]+\.(?:jpg|png|webp|avif|gif)/g;

/** All file names of ours that these texts (URLs, HTML) contain. */
export function namesIn(texts: (string | undefined)[]): Set<string> {
  return new Set(texts.flatMap((text) => text?.match(NAMES) ?? []));
}
