import { z } from 'zod';
import { MAX_REDIRECT_PATH } from '../../db/queries/path-redirects.ts';
import { given, paging } from '../http/paging.ts';
import { queryOf, type RouteKind, routeKind } from '../http/routes.ts';
import { parseTarget } from '../http/target.ts';

const MAX_TARGET = 2_000;
const DEFAULT_LIMIT = 20;
/** Kinds of addresses that Inkwell always answers itself. */
const OWN: ReadonlySet<RouteKind> = new Set([
  'api',
  'asset',
  'dashboard',
  'editor',
  'feed',
  'hidden',
  'preview',
]);

export const redirectQuery = z.object({ ...paging(DEFAULT_LIMIT), searchTerm: given });

const from = z
  .string('from must be a path, such as /old/page.')
  .trim()
  .max(MAX_REDIRECT_PATH, `from must have at most ${MAX_REDIRECT_PATH} characters.`)
  .transform((text, context) => {
    const address = addressOf(text);
    if (address === undefined) {
      context.addIssue(
        'from must be a path, such as /old/page or /?p=12. * is only allowed at the end of a path.',
      );
      return z.NEVER;
    }
    const { path, query } = address;
    if (OWN.has(routeKind(path.replace(/\*$/, '')))) {
      context.addIssue(`${text} is reserved by Inkwell.`);
      return z.NEVER;
    }
    return path + query;
  });

const to = z
  .string('to must be a path, a URL, or null.')
  .trim()
  .max(MAX_TARGET, `to must have at most ${MAX_TARGET} characters.`)
  .transform((text, context) => {
    const target = targetOf(text);
    if (target !== undefined) return target;
    context.addIssue(
      'to must be a path that starts with a single slash, or a URL. * is only allowed at the end, after a slash.',
    );
    return z.NEVER;
  })
  .nullable();

export const redirectInput = z
  .object({
    from,
    to: to.default(null),
    status: z.literal([301, 302, 410], 'status must be 301, 302 or 410.'),
  })
  .superRefine((input, context) => {
    if ((input.status === 410) !== (input.to === null)) {
      context.addIssue('Status 410 takes no target. 301 and 302 require one.');
    }
    if (input.to?.endsWith('*') && !input.from.endsWith('*')) {
      context.addIssue('to may end in * only if from does.');
    }
  });
export type RedirectInput = z.output<typeof redirectInput>;

export const importInput = z.object({
  csv: z.string('csv must be text.'),
  /** Only reports what the import would do. */
  dryRun: z.boolean('dryRun must be true or false.'),
});
export type ImportInput = z.output<typeof importInput>;

/** Returns the path (see `pathOf`) and the query of an address, or `undefined` if it's invalid. */
function addressOf(text: string): { path: string; query: string } | undefined {
  const path = pathOf(text.replace(/\?.*$/s, ''));
  const query = queryOf(text);
  const isValid = query === '' || !(path?.endsWith('*') || /[*#]/.test(text));
  return path !== undefined && isValid ? { path, query } : undefined;
}

/** Returns a path as requests are compared with it, or `undefined` if it isn't one. */
export function pathOf(text: string): string | undefined {
  const isPattern = text.endsWith('*');
  // The `x` protects a final slash.
  const plain = isPattern ? `${text.slice(0, -1)}x` : text;
  if (!/^\/(?!\/)[^?#*\\]*$/.test(plain)) return undefined;
  let target = parseTarget(plain);
  if (target.kind === 'redirect') target = parseTarget(target.location);
  // An encoded question mark would start a query in `from`.
  if (target.kind !== 'path' || target.path.includes('?')) return undefined;
  return isPattern ? `${target.path.slice(0, -1)}*` : target.path;
}

/** Returns a target as headers have it, or `undefined` if it isn't one. */
function targetOf(text: string): string | undefined {
  if (!/^[^*]*(?:\/\*)?$/.test(text)) return undefined;
  if (/^\/(?![/\\])/.test(text)) {
    const url = URL.parse(text, 'http://site.invalid');
    // Dots may have led to another host.
    const path = url && url.pathname + url.search + url.hash;
    return path && !path.startsWith('//') ? path : undefined;
  }
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return url && isWeb && url.username === '' && url.password === '' ? url.href : undefined;
}
