/**
 * When the text of these pages last changed (ISO 8601). Update the date whenever you edit the text,
 * including text in `src/site.config.ts`. The legal pages and the sitemap use it.
 */
export const PAGE_DATES = {
  '/about': '2026-11-27',
  '/contact': '2026-11-27',
  '/privacy-policy': '2026-11-27',
  '/terms': '2026-11-22',
};
