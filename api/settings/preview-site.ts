import { z } from 'zod';
import { BadRequestError } from '../errors.ts';
import { routeKind } from '../http/routes.ts';
import { parseTarget } from '../http/target.ts';
import type { Services } from '../services.ts';
import { valuesOf } from '../site/read-site.ts';
import { siteInput } from '../site/schema.ts';
import { layOver } from './change-site.ts';
import { findNewestSite, textOf } from './store-site.ts';

const MAX_PATH_LENGTH = 500;
const NOT_A_PAGE = 'path must be the path of a public page, such as /about.';

const path = z
  .string('path must be text.')
  .max(MAX_PATH_LENGTH, `path must have at most ${MAX_PATH_LENGTH} characters.`)
  .refine(isPublic, NOT_A_PAGE);

/** `site` has new values of some keys, as in a change. */
export const previewSiteInput = z.object({ site: siteInput, path });

function isPublic(text: string): boolean {
  // A request target may also be a URL.
  if (!text.startsWith('/')) return false;
  const target = parseTarget(text);
  return target.kind === 'path' && ['page', 'rendered'].includes(routeKind(target.path));
}

/**
 * Renders a public page as it would be with new values of some settings, and stores nothing. Throws
 * a BadRequestError if the values don't fit together, or the path isn't the path of a page.
 */
export async function previewSite(
  { database, publisher }: Pick<Services, 'database' | 'publisher'>,
  userId: string,
  input: z.output<typeof previewSiteInput>,
) {
  const newest = await findNewestSite(database.read);
  const { version, changedAt } = newest;
  const site = { version, changedAt, ...valuesOf(textOf(layOver(newest, input.site))) };
  const page = await publisher.previewPage({ path: input.path, site }, { userId });
  if (!page.contentType.startsWith('text/html')) throw new BadRequestError(NOT_A_PAGE);
  return page;
}
