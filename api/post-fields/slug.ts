import { transliterate } from 'transliteration';

const MAX_LENGTH = 80;
/** Longer titles are truncated: normalizing a long text with out-of-order accents takes seconds. */
const MAX_TITLE_LENGTH = 1_000;
/** Minimum length after a cut at the end of a word. */
const MIN_CUT = 40;

/**
 * Returns the slug of a title, not yet unique: transliterated, `[a-z0-9-]`, at most 80 characters,
 * cut at the end of a word if possible. Returns `post` if no letter or digit is left.
 */
export function slugOf(title: string): string {
  const latin = transliterate(title.slice(0, MAX_TITLE_LENGTH).normalize('NFKC'))
    .toLowerCase()
    // Including apostrophes that are part of a letter: "kʼartʼuli".
    .replace(/['’`]/g, '');
  return cutAtWord(latin.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')) || 'post';
}

function cutAtWord(slug: string): string {
  if (slug.length <= MAX_LENGTH) return slug;
  const end = slug.lastIndexOf('-', MAX_LENGTH);
  return slug.slice(0, end >= MIN_CUT ? end : MAX_LENGTH);
}
