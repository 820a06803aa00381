import { pictureUrl } from '../../../api/contract/urls.ts';
import type { Prepared } from '../../prepared.ts';

/** The part of a post that has pictures. Its content is sanitized. */
export interface Pictured {
  content: string;
  image: string;
}

/** Pictures, and links that open a larger picture. */
const TAG = /<(?:img|a) [^>]*>/g;
const ADDRESS = /(?<= (src|href)=")[^"]*(?=")/g;

/** Returns the addresses of pictures from other sites that a record shows. */
export function remotePictures(prepared: Prepared): string[] {
  const found: string[] = [];
  mapPictures(prepared, (post) => {
    if (isRemote(post.image)) found.push(post.image);
    for (const [tag] of post.content.matchAll(TAG)) {
      for (const [value, name] of tag.matchAll(ADDRESS)) {
        const address = decode(value);
        if (name === 'src' && isRemote(address)) found.push(address);
      }
    }
    return post;
  });
  return found;
}

/** What isn't a page: a PDF, an audio file, a zip. */
const FILE = /\.(?!html?$|php$|aspx?$)[a-z\d]{2,5}$/i;

/** Returns the addresses of files on the old site that a record links to. */
export function linkedFiles(prepared: Prepared, oldSite: string): string[] {
  const host = hostOf(oldSite);
  const found: string[] = [];
  mapPictures(prepared, (post) => {
    for (const [tag] of post.content.matchAll(TAG)) {
      for (const [value, name] of tag.matchAll(ADDRESS)) {
        const url = name === 'href' ? URL.parse(decode(value)) : null;
        if (url && hostOf(url.href) === host && FILE.test(url.pathname)) found.push(decode(value));
      }
    }
    return post;
  });
  return found;
}

const hostOf = (url: string) => URL.parse(url)?.host.replace(/^www\./, '');

/**
 * Returns a post with the addresses of stored pictures, in pictures and in links to them, or the
 * same post if it has none of these pictures.
 */
export function withStored<T extends Pictured>(post: T, stored: ReadonlyMap<string, string>): T {
  if (stored.size === 0) return post;
  const content = post.content.replace(TAG, (tag) =>
    tag.replace(ADDRESS, (value) => encode(stored.get(decode(value)) ?? decode(value))),
  );
  const image = stored.get(post.image) ?? post.image;
  const isSame = content === post.content && image === post.image;
  return isSame ? post : { ...post, content, image };
}

/** Returns a record with every post, draft and version in it changed by `change`. */
export function mapPictures(
  prepared: Prepared,
  change: <T extends Pictured>(post: T) => T,
): Prepared {
  if (prepared.kind === 'posts') return { ...prepared, record: change(prepared.record) };
  if (prepared.kind !== 'documents') return prepared;
  const { document, revisions, hidden } = prepared.record;
  const { content = '', image = '' } = document;
  return {
    ...prepared,
    record: {
      ...prepared.record,
      document: { ...document, ...change({ content, image }) },
      hidden: hidden && { ...hidden, post: change(hidden.post) },
      revisions: revisions.map((revision) => {
        const { meta } = revision;
        const changed = change({ content: revision.content, image: meta.image ?? '' });
        return { ...revision, content: changed.content, meta: { ...meta, image: changed.image } };
      }),
    },
  };
}

/** Addresses with `#` have a version for the dark theme, which only our own editor makes. */
function isRemote(address: string): boolean {
  return /^https?:/i.test(address) && !address.includes('#') && pictureUrl(address) !== null;
}

const decode = (value: string) => value.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const encode = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
