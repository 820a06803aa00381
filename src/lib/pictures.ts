import type { Picture } from '../../api/contract/posts.ts';

/** Uploaded pictures by URL. */
export type Pictures = ReadonlyMap<string, Picture>;

/** One `<source>` of a `<picture>`. */
export interface PictureSource {
  type: 'image/avif' | 'image/webp';
  srcset: string;
}

/** Returns the CSS `object-position` for a focal point, or `undefined` for the center. */
export function positionOf(imageFocus: string | undefined): string | undefined {
  return imageFocus ? imageFocus.replace(/\d+/g, '$&%') : undefined;
}

const FORMATS = ['avif', 'webp'] as const;

export function picturesByUrl(rows: readonly Picture[]): Pictures {
  return new Map(rows.map((row) => [row.url, row]));
}

/** Adds to posts the uploads that are their covers. */
export function withPictures<T extends { image: string }>(
  posts: readonly T[],
  pictures: readonly Picture[] = [],
): (T & { picture?: Picture | undefined })[] {
  const byUrl = picturesByUrl(pictures);
  return posts.map((post) => ({ ...post, picture: byUrl.get(post.image) }));
}

/** `/uploads/1-cat.jpg` at 640 is `/uploads/1-cat-640.avif`. */
export function variantUrl(url: string, width: number, format: 'avif' | 'webp'): string {
  return `${url.replace(/\.[A-Za-z0-9]+$/, '')}-${width}.${format}`;
}

/** Returns the `<source>`s of a picture, best format first. Empty if it has no variants. */
export function sourcesOf(picture: Picture): PictureSource[] {
  if (picture.widths.length === 0) return [];
  const widths = [...picture.widths].sort((a, b) => a - b);
  return FORMATS.map((format) => ({
    type: `image/${format}` as const,
    srcset: widths
      .map((width) => `${srcsetUrl(variantUrl(picture.url, width, format))} ${width}w`)
      .join(', '),
  }));
}

/** White space and commas end a URL in `srcset`. */
function srcsetUrl(url: string): string {
  return url.replace(/\s/g, '%20').replaceAll(',', '%2C');
}
