import { createHash } from 'node:crypto';
import { categoryLabel, type Site } from '../../api/contract/site.ts';
import type { PicturedPost } from '../../db/queries/share-pictures.ts';
import { isCategorized } from '../lib/category.ts';
import type { OgCard } from './card.ts';

/** Raise it when pictures are drawn differently: they get new addresses. */
const DESIGN = 5;
/** In place of a slug, for the picture of all pages that aren't posts. */
export const SITE_PICTURE = 'default';

/** Returns a hash of everything that a share picture shows. */
export function pictureHash(card: OgCard): string {
  const shown = JSON.stringify([DESIGN, ...Object.entries(card).sort().flat()]);
  return createHash('sha256').update(shown).digest('hex').slice(0, 12);
}

/**
 * Returns the address of a share picture. It changes with the picture, so that no cache shows an
 * old one.
 */
export function pictureAddress(slug: string, card: OgCard): string {
  return `/og/${slug}/${pictureHash(card)}.png`;
}

interface Identity {
  name: string;
  tagline: string;
  language?: string | undefined;
}

/** Returns what the share picture of a post shows. `siteUrl`: the public origin. */
export function postCard(
  post: {
    slug: string;
    title: string;
    /** Slug of the category. */
    category: string;
    /** Label of the category. */
    label: string;
    language?: string | undefined;
    author?: string | undefined;
    image?: string | undefined;
    imageFocus?: string | undefined;
  },
  site: Pick<Identity, 'name' | 'language'>,
  siteUrl: string,
): OgCard {
  const { slug, title, category, label, author = '', image = '', imageFocus = '' } = post;
  return {
    siteName: site.name,
    title,
    note: isCategorized(category) ? label : '',
    category,
    author,
    host: hostOf(siteUrl),
    seed: slug,
    cover: image,
    focus: imageFocus,
    language: post.language || (site.language ?? 'en'),
  };
}

/** Returns what the share picture of a stored post shows. */
export function storedPostCard(
  { label, author, ...post }: PicturedPost,
  site: Pick<Site, 'name' | 'language' | 'categories'>,
  siteUrl: string,
): OgCard {
  const shown = {
    label: categoryLabel(site.categories, post.category, label),
    author: author ?? undefined,
  };
  return postCard({ ...post, ...shown }, site, siteUrl);
}

/** Returns what the share picture of all other pages shows. */
export function siteCard({ name, tagline, language = 'en' }: Identity, siteUrl: string): OgCard {
  const host = hostOf(siteUrl);
  const post = { category: '', author: '', seed: '', cover: '', focus: '' };
  return { siteName: name, note: tagline, host, language, ...post };
}

function hostOf(siteUrl: string): string {
  return new URL(siteUrl).host;
}
