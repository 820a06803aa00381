import type { Picture } from './posts.ts';

/** A document or user that shows a picture, or the site's settings. */
export interface PictureUse {
  kind: 'post' | 'draft' | 'version' | 'profile' | 'site';
  /** Id of the document or user. Empty if the caller may not see it. */
  id: string;
  /** Title or username. Empty like `id`. */
  title: string;
  /** Only for a public post. */
  slug?: string;
}

export interface MediaPicture extends Picture {
  /** The file's name. */
  name: string;
  alt: string;
  /** Bytes of the uploaded picture, without its smaller copies. */
  bytes: number;
  createdAt: string;
  /** The first uses, public posts first. */
  uses: PictureUse[];
  totalUses: number;
}

/** A picture to insert, with its description as the default alternative text. */
export type ChosenPicture = Pick<MediaPicture, 'url' | 'alt'>;

export interface MediaList {
  pictures: MediaPicture[];
  totalPictures: number;
  /** False after an upgrade until all uses of pictures are known. No picture is removed before. */
  usesKnown: boolean;
}
