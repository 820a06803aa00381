import { addressOf } from '../../../../../api/contract/addresses.ts';
import { call } from '../../../../lib/api.ts';
import { pageValues } from '../../../../lib/page-values.ts';

/** A page of the site that a link can lead to. */
export interface SitePage {
  title: string;
  address: string;
}

const MAX_SHOWN = 8;

/** Returns posts, own pages and entries of the navigation with these words in their titles. */
export async function findPages(typed: string, signal: AbortSignal): Promise<SitePage[]> {
  const found = await call('GET /api/document/titles', { query: { title: typed }, signal });
  const posts = found.posts.map(({ title, slug }) => ({ title, address: addressOf(slug) }));
  const pages = pageValues().navigation.map(({ label, href }) => ({ title: label, address: href }));
  return [...pages.filter(({ title }) => hasWords(title, typed)), ...posts].slice(0, MAX_SHOWN);
}

function hasWords(title: string, typed: string): boolean {
  const own = title.toLowerCase();
  const words = typed.toLowerCase().split(/\s+/);
  return words.every((word) => own.includes(word));
}
