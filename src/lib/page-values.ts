import type { Site } from '../../api/contract/site.ts';

const KEYS = ['name', 'language', 'timeZone', 'navigation', 'categories', 'readingTime'] as const;

/** The site's settings that scripts need. Pages with such scripts contain them as JSON. */
export type PageValues = Pick<Site, (typeof KEYS)[number]>;

/** Id of the element with the JSON. */
export const VALUES_ID = 'site-values';

let values: PageValues | undefined;

/** Sets the values for components that are rendered on the server. */
export function setPageValues(site: Site): void {
  values = Object.fromEntries(KEYS.map((key) => [key, site[key]])) as unknown as PageValues;
}

/** Returns the values of this page, or `undefined` if it has none. */
export function findPageValues(): PageValues | undefined {
  const json = values ? null : document.getElementById(VALUES_ID)?.textContent;
  if (json) values = JSON.parse(json) as PageValues;
  return values;
}

/** Returns the values of this page. Throws an Error if it has none. */
export function pageValues(): PageValues {
  const found = findPageValues();
  if (!found) throw new Error(`The page has no #${VALUES_ID}.`);
  return found;
}
