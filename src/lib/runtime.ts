/**
 * Settings that pages contain, read from the process at run time (never `import.meta.env`), so that one
 * build serves any origin. The server has validated them (api/env.ts) before the renderer starts.
 */

/** The public origin, without a slash at the end. */
export function siteUrl(): string {
  const fallback = `http://localhost:${process.env.PORT || '4321'}`;
  return (process.env.SITE_URL || fallback).replace(/\/+$/, '');
}

/** Where the database of the pages is. */
export function databaseUrl(): string {
  return process.env.DATABASE_URL || `file:${process.env.DATA_DIR || './data'}/blog.db`;
}

/** Is Google sign-in set up? The button says so. */
export function hasGoogle(): boolean {
  // The render worker is told the fact and not the secret; `astro dev` has the variables themselves.
  const { GOOGLE_ENABLED, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = process.env;
  return Boolean(GOOGLE_ENABLED || (GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET));
}

/** Origins that browsers upload pictures to, beside our own: what `connect-src` must allow. */
export function uploadOrigins(): string[] {
  if (process.env.STORAGE !== 's3' || !process.env.S3_ENDPOINT) return [];
  try {
    const endpoint = new URL(process.env.S3_ENDPOINT);
    const bucket = process.env.S3_BUCKET;
    // A bucket is addressed by path or by host name, as the store wants it.
    const byHost = bucket ? [`${endpoint.protocol}//${bucket}.${endpoint.host}`] : [];
    return [endpoint.origin, ...byHost];
  } catch {
    return [];
  }
}

/** Origin that uploaded pictures are shown from, when it is not ours: what `img-src` must allow. */
export function pictureOrigin(): string | undefined {
  if (process.env.STORAGE !== 's3' || !process.env.S3_PUBLIC_URL) return undefined;
  return URL.parse(process.env.S3_PUBLIC_URL)?.origin;
}
