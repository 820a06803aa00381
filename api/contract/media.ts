import type { Picture } from './posts.ts';
import type { SearchPage } from './responses.ts';

/** Something that shows a picture. */
export interface PictureUse {
  kind: 'post' | 'draft' | 'version' | 'profile';
  /** Of the document or the user. Empty where the caller may not see which one it is. */
  id: string;
  /** The title or the username. Empty as `id`. */
  title: string;
  /** Of a public post. */
  slug?: string;
}

export interface MediaPicture extends Picture {
  /** The file's name. */
  name: string;
  alt: string;
  /** Bytes of the uploaded picture, without its smaller copies. */
  bytes: number;
  createdAt: string;
  /** The first ones, public posts before others. */
  uses: PictureUse[];
  totalUses: number;
}

/** A picture to insert, with its description as the default alternative text. */
export type ChosenPicture = Pick<MediaPicture, 'url' | 'alt'>;

export interface MediaList {
  pictures: MediaPicture[];
  totalPictures: number;
  /** False after an upgrade, until all uses of pictures are known. None is removed before. */
  usesKnown: boolean;
}

/** Query parameters of `getpictures`. */
export interface MediaQuery extends SearchPage {
  /** `1`: only pictures that nothing shows. */
  unused?: 1;
}
