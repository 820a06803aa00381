import { truncate } from '../../api/contract/truncate.ts';

/**
 * Ids are made from this many characters. Normalizing a long text with out-of-order accents takes
 * seconds.
 */
const MAX_TEXT_LENGTH = 1_000;
const MAX_SLUG_LENGTH = 60;

export interface HeadingId {
  id: string;
  /** The heading's id up to version 0.7. Links may use it. */
  former: string;
}

/** Returns unique ids for the headings of a post. `texts` has the headings in order. */
export function headingIds<Heading>(texts: ReadonlyMap<Heading, string>): Map<Heading, HeadingId> {
  const formerId = uniqueIds(new Set());
  const former = new Map([...texts].map(([one, text]) => [one, formerId(formerSlug(text))]));
  const newId = uniqueIds(new Set(former.values()));
  const ids = new Map<Heading, HeadingId>();
  for (const [heading, text] of texts) {
    const slug = headingSlug(text);
    const before = former.get(heading) ?? '';
    ids.set(heading, { id: slug === formerSlug(text) ? before : newId(slug), former: before });
  }
  return ids;
}

/** Returns a function that turns slugs into ids. The prefix prevents clashes with other ids. */
function uniqueIds(taken: Set<string>) {
  const nextNumbers = new Map<string, number>();
  return (slug: string) => {
    const base = `h-${slug}`;
    let id = base;
    // Continue from the last number: starting from 2 takes minutes with thousands of equal
    // headings.
    let n = nextNumbers.get(base) ?? 2;
    for (; taken.has(id); n++) id = `${base}-${n}`;
    nextNumbers.set(base, n);
    taken.add(id);
    return id;
  };
}

/** `Why "state" is hard` becomes `why-state-is-hard`. Keeps letters and marks of any script. */
function headingSlug(text: string): string {
  const words = text
    .slice(0, MAX_TEXT_LENGTH)
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{Mn}\p{Mc}]+/gu, '-');
  const slug = words.replace(/^-+|-+$/g, '');
  const beginning = [...slug].slice(0, MAX_SLUG_LENGTH).join('');
  return truncate(slug, beginning.length).replace(/-+$/, '') || 'section';
}

function formerSlug(text: string): string {
  const slug = text
    .slice(0, MAX_TEXT_LENGTH)
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return [...slug].slice(0, MAX_SLUG_LENGTH).join('').replace(/-+$/, '') || 'section';
}
