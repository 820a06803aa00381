import type { Site } from '../../api/contract/site.ts';
import { changedAt } from './site.ts';

/**
 * When the text of these pages last changed (ISO 8601). Update the date whenever you edit the text,
 * including text in `src/site.config.ts`.
 */
export const PAGE_DATES = {
  '/about': '2026-11-27',
  '/contact': '2026-11-27',
  '/privacy-policy': '2026-11-28',
  '/terms': '2026-11-22',
};

type DatedPage = keyof typeof PAGE_DATES;

export const DATED_PAGES = Object.keys(PAGE_DATES) as DatedPage[];

/** The site's settings that each page shows. */
const SHOWN: Record<DatedPage, (keyof Site)[]> = {
  '/about': ['name', 'owner', 'profiles'],
  '/contact': ['name', 'contact', 'profiles'],
  '/privacy-policy': ['name', 'contact', 'owner', 'privacy'],
  '/terms': ['name', 'contact', 'owner'],
};

/**
 * Returns when a page last changed: its text, or a setting that it shows (ISO 8601). The legal
 * pages and the sitemap use it.
 */
export function pageDate(path: DatedPage): string {
  const times = SHOWN[path].flatMap((key) => changedAt()[key] ?? []);
  const written = PAGE_DATES[path];
  return times.toSorted().findLast((time) => time > written) ?? written;
}
