const MAX_URL_LENGTH = 2048;
const LINK_PROTOCOLS = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const PROTOCOL_RELATIVE = /^[/\\]{2}/;

/** Release 0.7.0 and older stored `https:example.com/a` as `https://site.invalid/example.com/a`. */
const MISREAD = /^https:\/\/site\.invalid\/(?=[^/?#]+\.[^/?#]+)/;
const PLACEHOLDER_HOST = /(?:^|\.)site\.invalid\.?$/;

/**
 * Strips characters that browsers ignore: surrounding spaces, line breaks, tabs. Returns `null` if
 * the URL is still invalid.
 */
function clean(value: string): string | null {
  const url = value
    .replace(/[\t\n\r]/g, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip these
    .replace(/^[\x00-\x20]+/, '')
    .trimEnd();
  if (url === '' || url.length > MAX_URL_LENGTH) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: valid URLs have none
  return /[\x00-\x1f\x7f]/.test(url) ? null : url;
}

/** Returns `null` for invalid URLs, relative URLs, and URLs on the old placeholder host. */
function parseAbsolute(url: string): URL | null {
  // With a base, `https:example.com` would become a path on the base's host.
  const parsed = URL.parse(PROTOCOL_RELATIVE.test(url) ? `https:${url}` : url);
  return parsed === null || PLACEHOLDER_HOST.test(parsed.hostname) ? null : parsed;
}

/**
 * Returns the URL of a link in a post: http, https, mailto, tel or a path on this site; `null` for
 * anything else. Plain URLs are returned unchanged, unusual ones normalized.
 */
export function linkUrl(value: string): string | null {
  const url = clean(value)?.replace(MISREAD, 'https://');
  if (url === undefined) return null;
  if (!/^[a-z][a-z\d+.-]*:/i.test(url) && !PROTOCOL_RELATIVE.test(url)) {
    // Some programs may see a scheme where browsers don't (`\u00a0javascript:`).
    return /\\|^[^/?#]*:/.test(url) ? null : url;
  }
  const parsed = parseAbsolute(url);
  if (parsed === null || !LINK_PROTOCOLS.has(parsed.protocol)) return null;
  return /^(https?:\/\/[^/\\][^\\]*|mailto:.+|tel:.+)$/i.test(url) ? url : clean(parsed.href);
}

/** Returns the URL as an http or https address; `null` for anything else. */
export function webUrl(value: string): string | null {
  const url = linkUrl(value);
  return url !== null && isExternal(url) ? url : null;
}

/** Returns whether a URL from `linkUrl` leads to another site. */
export function isExternal(url: string): boolean {
  return /^https?:/i.test(url);
}

/** Returns the URL of a picture: http, https or an absolute path; `null` for anything else. */
export function pictureUrl(value: string): string | null {
  const url = linkUrl(value);
  if (url === null) return null;
  return /^https?:\/\//i.test(url) || /^\/(?!\/)/.test(url) ? url : null;
}

const YOUTUBE = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
]);

/** Returns the URL of the player of a YouTube or Vimeo video, or `null` for other sites. */
export function videoUrl(value: string): string | null {
  const url = clean(value);
  const parsed = url === null ? null : parseAbsolute(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null;
  if (/^(www\.)?youtu\.be$/.test(parsed.hostname)) {
    return youtube(parsed, parsed.pathname.slice(1).replace(/\/$/, ''));
  }
  if (YOUTUBE.has(parsed.hostname)) {
    const inPath = /^\/(?:embed|e|shorts|live|v|watch)\/([^/]+)/.exec(parsed.pathname)?.[1];
    return youtube(parsed, inPath ?? parsed.searchParams.get('v') ?? '');
  }
  return /^(www\.|player\.)?vimeo\.com$/.test(parsed.hostname) ? vimeo(parsed) : null;
}

function youtube(url: URL, id: string): string | null {
  // `videoseries` looks like an id but is the playlist player.
  if (!/^[\w-]{11}$/.test(id) || id === 'videoseries') return null;
  const inHash = /^#t=(\w+)$/.exec(url.hash)?.[1];
  const start = seconds(url.searchParams.get('start') ?? url.searchParams.get('t') ?? inHash ?? '');
  return `https://www.youtube-nocookie.com/embed/${id}${start > 0 ? `?start=${start}` : ''}`;
}

/** Converts `90`, `90s` and `1h2m3s` to seconds. Returns 0 for anything else. */
function seconds(time: string): number {
  const parts = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(time);
  if (parts === null) return 0;
  const [, hours = '0', minutes = '0', rest = '0'] = parts;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
}

const VIMEO_PATH =
  /^\/(?:video\/|manage\/videos\/|(?:channels|ondemand)\/[\w-]+\/|(?:groups|album|showcase)\/[\w-]+\/videos?\/)?(\d{1,12})(?:\/([0-9a-f]{6,16}))?\/?$/;

function vimeo(url: URL): string | null {
  const match = VIMEO_PATH.exec(url.pathname);
  if (!match) return null;
  const [, id, hashInPath] = match;
  // Unlisted videos need this key to play.
  const hash = hashInPath ?? url.searchParams.get('h') ?? '';
  return `https://player.vimeo.com/video/${id}${/^[0-9a-f]{6,16}$/.test(hash) ? `?h=${hash}` : ''}`;
}

/** Where to report vulnerabilities (RFC 9116). The only file served from a hidden folder. */
export const SECURITY_PATH = '/.well-known/security.txt';

/** Addresses of feeds on other systems: WordPress, Ghost, Hugo, Jekyll. They lead to ours. */
export const FEED_ALIASES: readonly string[] = [
  '/feed',
  '/feed.xml',
  '/rss',
  '/atom.xml',
  '/index.xml',
];
export const FEED_PATH = '/rss.xml';

/**
 * The file with the redirects, as Netlify, Cloudflare Pages and others read it
 * (https://docs.netlify.com/manage/routing/redirects/overview/).
 */
export const REDIRECTS_PATH = '/_redirects';

/** Returns a decoded path for a header. */
export const encodedPath = (path: string): string =>
  path.split('/').map(encodeURIComponent).join('/');

/** Decodes a part of a URL. Returns it unchanged if an escape is invalid. */
export function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
