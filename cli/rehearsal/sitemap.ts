import { gunzipSync } from 'node:zlib';
import sax from 'sax';
import { getPublicly } from '../../api/public-request.ts';
import { CommandError } from '../terminal.ts';

/** Limits of https://www.sitemaps.org/protocol.html: 50 MB and 50,000 addresses a file. */
const MAX_BYTES = 50 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const MAX_FILES = 100;
const MAX_ADDRESSES = 200_000;

interface Options {
  /** Tests allow localhost. */
  isAllowed?: ((address: string) => boolean) | undefined;
}

/**
 * Returns the addresses in a site's sitemap, also those in the sitemaps that it lists. Throws a
 * CommandError if the first one can't be read; `onProblem` gets what's wrong with others.
 */
export async function readSitemap(
  url: string,
  { isAllowed, onProblem }: Options & { onProblem(url: string, what: string): void },
): Promise<string[]> {
  const found = new Set<string>();
  const waiting = [url];
  for (let file = 0; file < Math.min(waiting.length, MAX_FILES); file++) {
    const at = waiting[file] as string;
    try {
      const { pages, sitemaps } = locationsIn(await download(at, isAllowed));
      for (const page of pages) if (found.size < MAX_ADDRESSES) found.add(page);
      for (const other of sitemaps) if (!waiting.includes(other)) waiting.push(other);
    } catch (error) {
      const what = `The sitemap couldn't be read: ${(error as Error).message}.`;
      if (file === 0) throw new CommandError(`${at}: ${what}`, { cause: error });
      onProblem(at, what);
    }
  }
  for (const left of waiting.slice(MAX_FILES)) {
    onProblem(left, `Not read: there are more than ${MAX_FILES} sitemaps.`);
  }
  if (found.size === MAX_ADDRESSES)
    onProblem(url, `Only the first ${MAX_ADDRESSES} addresses were checked.`);
  return [...found];
}

async function download(url: string, isAllowed: Options['isAllowed']): Promise<string> {
  if (!URL.canParse(url)) throw new Error("it isn't a URL");
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, ...(isAllowed && { isAllowed }) };
  const bytes = await getPublicly(new URL(url), limits);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isGzip ? unpacked(bytes) : bytes).toString('utf8');
}

function unpacked(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    throw new Error("it can't be unpacked, or is larger than 50 MB", { cause: error });
  }
}

/** Throws an Error if the text isn't a sitemap. */
function locationsIn(text: string): { pages: string[]; sitemaps: string[] } {
  const parser = sax.parser(true, { trim: true });
  const [pages, sitemaps]: [string[], string[]] = [[], []];
  const path: string[] = [];
  let location = '';
  const localName = (name: string) => name.replace(/^.*:/, '');
  parser.onopentag = ({ name }) => {
    path.push(localName(name));
    location = '';
  };
  parser.ontext = parser.oncdata = (part) => {
    location += part;
  };
  parser.onclosetag = () => {
    const [list = '', entry = '', field = '', deeper] = path;
    path.pop();
    if (field !== 'loc' || deeper !== undefined) return;
    if (list === 'urlset' && entry === 'url') pages.push(location);
    if (list === 'sitemapindex' && entry === 'sitemap') sitemaps.push(location);
  };
  parser.ondoctype = () => {
    throw new Error('it has a DOCTYPE');
  };
  parser.onerror = () => {
    throw new Error("it isn't well-formed XML");
  };
  parser.write(text).close();
  if (pages.length + sitemaps.length === 0) throw new Error('it has no addresses');
  return { pages, sitemaps };
}
