interface ContentType {
  type: string;
  /** Text that is worth compressing; everything else is packed already. */
  compressible: boolean;
}

const text = (type: string): ContentType => ({
  type: `${type}; charset=utf-8`,
  compressible: true,
});
const binary = (type: string): ContentType => ({ type, compressible: false });

const TYPES: Record<string, ContentType> = {
  html: text('text/html'),
  css: text('text/css'),
  js: text('text/javascript'),
  mjs: text('text/javascript'),
  json: text('application/json'),
  map: text('application/json'),
  webmanifest: text('application/manifest+json'),
  xml: text('application/xml'),
  xsl: text('application/xml'),
  rss: text('application/rss+xml'),
  atom: text('application/atom+xml'),
  svg: text('image/svg+xml'),
  txt: text('text/plain'),
  wasm: { type: 'application/wasm', compressible: true },
  ttf: { type: 'font/ttf', compressible: true },
  woff: binary('font/woff'),
  woff2: binary('font/woff2'),
  jpg: binary('image/jpeg'),
  jpeg: binary('image/jpeg'),
  png: binary('image/png'),
  gif: binary('image/gif'),
  webp: binary('image/webp'),
  avif: binary('image/avif'),
  ico: binary('image/x-icon'),
  mp4: binary('video/mp4'),
  webm: binary('video/webm'),
  mp3: binary('audio/mpeg'),
  pdf: binary('application/pdf'),
};

/** The address decides before the extension does. */
const BY_PATH: Record<string, ContentType> = { '/rss.xml': text('application/rss+xml') };

/**
 * The media type of a file, by its address and then its extension. Unknown ones are bytes; so are Pagefind's
 * (`.pagefind`, `.pf_meta`, …): gzip by themselves, unpacked by its own script, never by the browser.
 */
export function contentTypeOf(path: string): ContentType {
  const extension = /\.([a-z0-9_]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return BY_PATH[path] ?? TYPES[extension] ?? binary('application/octet-stream');
}
