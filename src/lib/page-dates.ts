/**
 * When the words of these pages last changed (ISO 8601). Change the date with the words, also with
 * those in `src/site.config.ts`: legal pages show it, and the sitemap has it.
 */
export const PAGE_DATES = {
  '/about': '2026-11-27',
  '/contact': '2026-11-27',
  '/privacy-policy': '2026-11-27',
  '/terms': '2026-11-22',
};
