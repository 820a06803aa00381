import { readFileSync } from 'node:fs';

const LIST = new URL('./common-passwords.txt', import.meta.url);
/** Beyond this length no repetition or run is among the common ones. */
const LONGEST_PATTERN = 10;
const RUNS = ['01234567890', 'abcdefghijklmnopqrstuvwxyz'];

let known: Set<string> | undefined;

/**
 * Is it one of the ten thousand most common passwords, in any letter case? Crackers try each of them in
 * upper case and capitalised too. The list's source leaves out repetitions and runs ("aaaaaaaa",
 * "87654321"), which others count among the most common: they are told by rule.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  known ??= new Set(
    readFileSync(LIST, 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('#')),
  );
  return known.has(text) || isPattern(text);
}

function isPattern(text: string): boolean {
  if (text.length > LONGEST_PATTERN) return false;
  const backwards = [...text].reverse().join('');
  return (
    /^(.{1,4})\1+$/.test(text) || RUNS.some((run) => run.includes(text) || run.includes(backwards))
  );
}
