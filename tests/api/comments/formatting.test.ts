import { expect, test } from 'vitest';
import { type Format, format } from '../../../src/islands/comments/writing/formatting.ts';

/** Formats a text whose selection is between two `|`, or whose cursor is at one. */
function formatted(marked: string, kind: Format): string {
  const [before = '', inner, after] = marked.split('|');
  const text = marked.replaceAll('|', '');
  const start = before.length;
  const end = after === undefined ? start : start + (inner?.length ?? 0);
  const { from, to, insert, select } = format({ text, start, end }, kind);
  const result = text.slice(0, from) + insert + text.slice(to);
  const [first, last] = select;
  if (first === last) return `${result.slice(0, first)}|${result.slice(first)}`;
  return `${result.slice(0, first)}|${result.slice(first, last)}|${result.slice(last)}`;
}

test.each<[Format, string, string]>([
  ['bold', 'a |word| here', 'a **|word|** here'],
  ['bold', 'a **|word|** here', 'a |word| here'],
  ['bold', 'a |**word**| here', 'a |word| here'],
  ['bold', 'a | word |here', 'a  **|word|** here'],
  ['bold', 'a |', 'a **|**'],
  ['bold', 'a **|**', 'a |'],
  ['italic', 'a |word|', 'a *|word|*'],
  ['italic', 'a *|word|*', 'a |word|'],
  ['italic', '**|word|**', '***|word|***'],
  ['italic', '***|word|***', '**|word|**'],
  ['italic', '|**word**|', '*|**word**|*'],
  ['bold', '***|word|***', '*|word|*'],
  ['bold', '|*word*|', '**|*word*|**'],
  ['code', '|x + 1|', '`|x + 1|`'],
  ['code', '`|x + 1|`', '|x + 1|'],
  ['code', '|a `b` c|', '`` |a `b` c| ``'],
  ['code', 'say |if\n  go| now', '```\n|say if\n  go now|\n```'],
  ['quote', 'one\n|two\nthree|\nfour', 'one\n|> two\n> three|\nfour'],
  ['quote', 'one\n|> two\n> three|', 'one\n|two\nthree|'],
  ['quote', '|one\n\ntwo|', '|> one\n>\n> two|'],
  ['quote', 'one|', '> one|'],
  ['link', 'see |', 'see https://|'],
  ['link', 'see |the docs|', 'see the docs https://|'],
  ['link', 'see |example.com/a|', 'see https://example.com/a|'],
  ['link', 'see |https://example.com|', 'see |https://example.com|'],
  ['bold', '|מילה 😀|', '**|מילה 😀|**'],
])('%s: %j becomes %j', (kind, before, after) => {
  expect(formatted(before, kind)).toBe(after);
});
