import { createHash } from 'node:crypto';
import type { CardPost } from '../../api/contract/posts.ts';
import { withCategoryLabels } from '../../db/queries/categories.ts';
import { type DocumentRow, findDocument } from '../../db/queries/documents.ts';
import { listSeriesParts } from '../../db/queries/post-sets.ts';
import type { PostRow } from '../../db/queries/posts.ts';
import { STORIES } from '../../db/queries/stories.ts';
import {
  cardsOf,
  database,
  type PostPage,
  placeAmong,
  type SeriesPlace,
  sharedParts,
  storyCards,
} from './data.ts';

/** Enough for `preview` to see that a text goes on, as in a list of posts. */
const PREVIEW_LENGTH = 101;

/** A scheduled document, and the addresses that its post and its series will have. */
export interface Upcoming {
  documentId: string;
  slug: string;
  /** Empty without a series. */
  seriesSlug: string;
}

/**
 * Returns what the page of a scheduled post will show if nothing changes before, or `undefined` if the
 * document isn't scheduled.
 */
export async function upcomingPage(which: Upcoming): Promise<PostPage | undefined> {
  const db = await database();
  const document = await findDocument(db, which.documentId);
  if (!document?.scheduledAt) return undefined;
  const post = postOf(document, which.slug, document.scheduledAt);
  const [shared, [labeled = post], own, cards, series] = await Promise.all([
    sharedParts(post),
    withCategoryLabels(db, [post]),
    cardsOf([cardRowOf(post)]),
    storyCards(post),
    seriesPlaceOf(document, which),
  ]);
  return {
    ...shared,
    ...{ post: labeled, tags: document.tags, series, commentCount: 0 },
    stories: storiesOf(own, cards),
  };
}

function postOf(document: DocumentRow, slug: string, at: Date): PostRow {
  const { id, userId, title, category, image, isFeatured, noindex } = document;
  const { imageAlt, seo, text, content } = document;
  const fields = { id, userId, title, category, image, isFeatured, noindex };
  const times = { createdAt: at, updatedAt: at };
  const isNew = { seq: 0, version: 1, isDemo: false, guid: '' };
  return { ...fields, imageAlt, seo, text, content, ...times, ...isNew, slug };
}

/** Lists of posts have the start of the text and the length of the content, in characters. */
function cardRowOf(post: PostRow) {
  const preview = Array.from(post.text).slice(0, PREVIEW_LENGTH).join('');
  return { ...post, preview, contentLength: Array.from(post.content).length };
}

/** A new post is the first of the newest. */
function storiesOf(own: CardPost[], cards: CardPost[]): CardPost[] {
  return [...own, ...cards].slice(0, STORIES);
}

async function seriesPlaceOf(
  { id, title, series, seriesPosition }: DocumentRow,
  { slug, seriesSlug }: Upcoming,
): Promise<SeriesPlace | undefined> {
  if (seriesSlug === '') return undefined;
  const parts = await listSeriesParts(await database(), seriesSlug);
  const isBefore = (part: { position: number }) => part.position <= seriesPosition;
  const own = { id, slug, title, position: seriesPosition };
  const all = [...parts.filter(isBefore), own, ...parts.filter((part) => !isBefore(part))];
  return placeAmong({ slug: seriesSlug, title: series }, all, id);
}

/** Returns a hash of everything that a page of a post shows. */
export function pageKey({ post, pictures, ...page }: PostPage): string {
  // Neither is on the page, and a scheduled post has neither yet.
  const { seq, version, ...shown } = post;
  const all = JSON.stringify([shown, [...pictures], page], inOrder);
  return createHash('sha256').update(all).digest('base64url');
}

/** For JSON.stringify: objects with their keys in order. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
