import { call } from '../../../../lib/api.ts';

import { site } from '../../../../site.config.ts';

/** A page of the site that a link can lead to. */
export interface SitePage {
  title: string;
  address: string;
}

/** Searches find words of the texts, too, so only some have the words in their titles. */
const MAX_SEARCHED = 100;
const MAX_SHOWN = 8;

/** Returns published posts, and pages of the site, with these words in their titles. */
export async function findPages(typed: string, signal: AbortSignal): Promise<SitePage[]> {
  const query = { searchTerm: typed, content: '0', limit: MAX_SEARCHED };
  const { documents } = await call('GET /api/document/getdocuments', { query, signal });
  const posts = documents
    .filter(({ postId, status }) => postId !== null && status !== 'trashed')
    .map(({ title, slug }) => ({ title, address: `/post/${slug}` }));
  const pages = site.navigation.map(({ label, href }) => ({ title: label, address: href }));
  return [...pages, ...posts].filter(({ title }) => hasWords(title, typed)).slice(0, MAX_SHOWN);
}

function hasWords(title: string, typed: string): boolean {
  const own = title.toLowerCase();
  const words = typed.toLowerCase().split(/\s+/);
  return words.every((word) => own.includes(word));
}
