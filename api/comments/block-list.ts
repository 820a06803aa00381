import { normalForm } from '../../db/words.ts';
import { linkify } from '../contract/links.ts';

// The owner's list of words and hosts. Text that readers see as the same matches: letter case,
// full-width letters, accents, invisible characters and formatting make no difference.

/** Formatting characters, which readers don't see. */
const FORMATTING = /[*`]+/g;
const SPACE = /\s+/g;
const HOST = /^(?:https?:\/\/)?(?:\*\.|www\.)?([^\s/]+\.(?:\p{L}{2,}|xn--[a-z\d-]+))(?:\/\S*)?$/u;
/** Parts of a text that may be hosts. */
const RUN = /[\p{L}\p{N}\p{M}.-]+/gu;
/** Scripts that separate words with spaces, and digits. In others, a word may occur anywhere. */
const WORD_SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Hangul}/u,
  /\p{N}/u,
];

/** Returns the entries of the block list that a text contains. */
export function blockedEntries(text: string, list: readonly string[]): string[] {
  if (list.length === 0) return [];
  const hosts = hostsIn(text);
  const forms = [text, text.replace(FORMATTING, '')].map(wordForm);
  return list.filter((entry) => {
    const host = HOST.exec(entry.normalize('NFKC').toLowerCase().trim())?.[1];
    if (host !== undefined) return hosts.has(normalForm(host)) || hosts.has(asciiHost(host));
    const word = wordForm(entry).trim();
    return forms.some((form) => hasWord(form, word));
  });
}

/** Returns the hosts that a text links to. */
export function linkedHosts(text: string): string[] {
  return linkify(text).flatMap(({ href }) => (href === undefined ? [] : new URL(href).hostname));
}

const wordForm = (text: string) => normalForm(text).replace(SPACE, ' ');

/** Returns all hosts in a text, as links or plain text, and their parent domains. */
function hostsIn(text: string): Set<string> {
  const plain = [text, text.replace(FORMATTING, '')].flatMap(
    (form) => normalForm(form).match(RUN) ?? [],
  );
  const found = new Set<string>();
  for (const run of [...linkedHosts(text), ...plain]) {
    let host = run.replace(/^[.-]+|[.-]+$/g, '');
    for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.')) {
      found.add(host);
      host = host.slice(dot + 1);
    }
  }
  return found;
}

/** Returns an internationalized host in the form that links contain. */
function asciiHost(host: string): string {
  return URL.parse(`http://${host}`)?.hostname ?? host;
}

function hasWord(text: string, word: string): boolean {
  if (word === '') return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    const isWhole =
      !continues(text.charAt(at - 1), word.charAt(0)) &&
      !continues(text.charAt(end), word.charAt(word.length - 1));
    if (isWhole) return true;
  }
  return false;
}

/** Whether two neighboring characters are in the same word. */
function continues(one: string, other: string): boolean {
  return WORD_SCRIPTS.some((script) => script.test(one) && script.test(other));
}
