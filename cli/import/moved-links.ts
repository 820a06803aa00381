import { addressOf } from '../../api/contract/addresses.ts';

/** Links to pages of the site, as sanitized content has them. */
const OWN_LINK = /(<a [^>]*?href=")(\/(?!\/)[^"?#]*?)(\/?(?:[?#][^"]*)?")/g;

/** Returns whether content links to other pages of the site. */
export function hasOwnLinks(content: string): boolean {
  return content.search(OWN_LINK) !== -1;
}

/** Returns content with new addresses in its links. What follows an address stays. */
export function movedLinks(content: string, moved: ReadonlyMap<string, string>): string {
  return content.replace(OWN_LINK, (whole, start: string, path: string, end: string) => {
    const to = moved.get(path);
    return to === undefined ? whole : start + to + end;
  });
}

/** Returns the target of a redirect with another slug. What follows it stays. */
export function movedTo(slug: string, target: string | null): string | null {
  return target?.replace(/^\/(?:post\/)?[^/?#]+/, addressOf(slug)) ?? null;
}
