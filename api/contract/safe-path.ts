/**
 * Returns `target` if it is a path on this site, or else `fallback`: no input may lead to another
 * site.
 */
export function safePath(target: string | null | undefined, fallback = '/'): string {
  if (!target?.startsWith('/')) return fallback;
  const base = 'http://site.invalid';
  const url = URL.parse(target, base);
  // `/.//evil.example` is a path here, but its normal form starts with `//`: another site.
  if (url?.origin !== base || url.pathname.startsWith('//')) return fallback;
  return url.pathname + url.search + url.hash;
}
