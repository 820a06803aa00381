import {
  categoryLabel as labelOf,
  type Site,
  type SiteState,
  withDefaults,
} from '../../api/contract/site.ts';
import { site as config } from '../site.config.ts';
import { setLanguage } from './format.ts';
import { setPageValues } from './page-values.ts';

/** Only for code that renders pages. Browsers get values from the page (`page-values.ts`). */

const DEFAULTS: SiteState = { version: 0, hash: '', site: withDefaults(config), changedAt: {} };

let current = DEFAULTS;

/** Returns the settings to render with. Don't keep them: the next task may have others. */
export function site(): Site {
  return current.site;
}

/** Returns when each value last changed in the dashboard. */
export function changedAt(): SiteState['changedAt'] {
  return current.changedAt;
}

/** Returns a cache key for the values of `site()`: different values have different keys. */
export function siteHash(): string {
  return current.hash;
}

/**
 * Sets the settings to render with. A render thread does one task at a time, and sets them before
 * each.
 */
export function setSite(next: SiteState = DEFAULTS): void {
  current = next;
  setLanguage(next.site.language);
  setPageValues(next.site);
}

/** Returns the label of a category for chips. `typed`: the one that an author typed. */
export function categoryLabel(slug: string, typed?: string | null): string {
  return labelOf(current.site.categories, slug, typed);
}

setSite();
