import { or, type SQL, sql } from 'drizzle-orm';
import { documents } from '../schema.ts';
import { contains } from './query.ts';

/** Maximum number of words used from a search term. */
const MAX_WORDS = 8;

/**
 * SQL: the document has a tag with this label. A migration on PostgreSQL wrote the tags of older
 * posts as JSON with spaces.
 */
export function hasLabel(label: string): SQL[] {
  const text = JSON.stringify(label);
  return [`"label":${text}`, `"label" : ${text}`].map((part) => contains(documents.tags, part));
}

const TITLE_AND_TEXT = sql`lower(${documents.title} || ' ' || ${documents.text})`;

/** SQL: a text has each word of the search term. By default, the title and text of a document. */
export function matchesWords(searchTerm = '', text = TITLE_AND_TEXT): SQL[] {
  const words = searchTerm.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  return words.map((word) => or(...casesOf(word).map((form) => contains(text, form))) ?? sql`true`);
}

/** Returns the forms of a word to search for. SQLite's `lower` only handles a to z. */
export function casesOf(word: string): string[] {
  const upper = word.toUpperCase();
  const [first = '', ...rest] = word;
  const forms = [word, upper, first.toUpperCase() + rest.join('')];
  const lowered = forms.map((form) => form.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
  return [...new Set(lowered)];
}
