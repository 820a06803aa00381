import { describe, expect, it } from 'vitest';
import { addressesAtEnd } from '../../../src/islands/editor/quill/addresses.ts';
import {
  blockMark,
  isDivider,
  isFinishedDivider,
  type LineKind,
  markedLink,
  markedText,
} from '../../../src/islands/editor/quill/marks.ts';

describe('typing a Markdown mark', () => {
  it.each([
    ['a **b**', 'bold', 'b'],
    ['a __b c__', 'bold', 'b c'],
    ['*b*', 'italic', 'b'],
    ['(_b_', 'italic', 'b'],
    ['***b***', 'bold italic', 'b'],
    ['a ___b c___', 'bold italic', 'b c'],
    ['~~b~~', 'strike', 'b'],
    ['中文~~删~~', 'strike', '删'],
    ['use `x*y`', 'code', 'x*y'],
    ['中文**粗体**', 'bold', '粗体'],
    ['中文*斜体*', 'italic', '斜体'],
    ['これは__太字__', 'bold', '太字'],
    ['カタカナー**強調**', 'bold', '強調'],
    ['한국어**굵게**', 'bold', '굵게'],
    ['ภาษาไทย**ตัวหนา**', 'bold', 'ตัวหนา'],
    ['မြန်မာ**စာလုံး**', 'bold', 'စာလုံး'],
    ['使用**Node**', 'bold', 'Node'],
    ['Node**很快**', 'bold', '很快'],
    ['**see https://a.com/b_c**', 'bold', 'see https://a.com/b_c'],
  ])('at the end of %j applies %s to %j', (line, formats, text) => {
    const found = markedText(line);
    expect(found?.text).toBe(text);
    expect(Object.keys(found?.formats ?? {})).toEqual(formats.split(' '));
  });

  it.each([
    ['x^2^', 'super', '2'],
    ['1^er^', 'super', 'er'],
    ['(a+b)^-1^', 'super', '-1'],
    ['H~2~', 'sub', '2'],
    ['中~国~', 'sub', '国'],
  ])('at the end of %j raises or lowers %j', (line, script, text) => {
    expect(markedText(line)).toMatchObject({ formats: { script }, text });
  });

  it.each([
    ...['2*3*', 'snake_case_', 'a**b**', '** a**', '**a **', '****', '使用snake_case_', 'é*b*'],
    ...['***b*', '***b**', '~b~', 'a~~b~~', '`a *b*', '5 * 3*', 'https://a.com/_b_'],
    ...[
      '^2^',
      '2 ^3^',
      'hi^_^',
      '2^3 + 4^',
      '~/a/~',
      'about ~5 and ~6~',
      'a~b c~',
      'https://a.com/x~y~',
    ],
    ...['[a](https://a.com/~~b~~', 'www.a.com/*b*'],
  ])('at the end of %j applies no format', (line) => {
    expect(markedText(line)).toBeNull();
  });

  it('applies no format if a word continues after it, except in scripts without spaces', () => {
    expect(markedText('*b*', 'c')).toBeNull();
    expect(markedText('**b**', 'c')).toBeNull();
    expect(markedText('*b*', '字')).not.toBeNull();
    expect(markedText('*b*', ', c')).not.toBeNull();
    expect(markedText('`b`', 'c')).not.toBeNull();
  });
});

describe('typing a Markdown link or picture', () => {
  it.each([
    ['[x](https://a.com/b)', 'link', 'x', 'https://a.com/b'],
    ['see [two words](a.com)', 'link', 'two words', 'https://a.com'],
    ['[x](/about)', 'link', 'x', '/about'],
    ['[x](me@a.com)', 'link', 'x', 'mailto:me@a.com'],
    ['[x](https://a.com "A title")', 'link', 'x', 'https://a.com'],
    [
      '[x](https://en.wikipedia.org/wiki/A_(b))',
      'link',
      'x',
      'https://en.wikipedia.org/wiki/A_(b)',
    ],
    ['a ![x y](https://a.com/b.png)', 'picture', 'x y', 'https://a.com/b.png'],
    ['![](/uploads/b.png)', 'picture', '', '/uploads/b.png'],
  ])('%j is a %s', (line, kind, text, url) => {
    expect(markedLink(line)).toMatchObject({ kind, text, url });
  });

  it.each([
    ...['[x](about)', '[](https://a.com)', '[x](javascript:alert(1))', '`[x](https://a.com)'],
    ...['[x](https://a.com/A_(b)', '![x](data:image/png;base64,AA)', '[x] (https://a.com)', 'f(x)'],
  ])('%j is neither', (line) => {
    expect(markedLink(line)).toBeNull();
  });
});

describe('typing a Markdown mark and a space at the start of a line', () => {
  it.each<[string, LineKind, object]>([
    ['#', 'text', { header: 1 }],
    ['######', 'heading', { header: 6 }],
    ['##', 'quote', { header: 2 }],
    ['>', 'text', { blockquote: true }],
    ['-', 'text', { list: 'bullet' }],
    ['*', 'text', { list: 'bullet' }],
    ['+', 'text', { list: 'bullet' }],
    ['1.', 'text', { list: 'ordered', start: 1 }],
    ['1)', 'text', { list: 'ordered', start: 1 }],
    ['3.', 'text', { list: 'ordered', start: 3 }],
    ['12)', 'text', { list: 'ordered', start: 12 }],
    ['[ ]', 'text', { list: 'unchecked' }],
    ['[]', 'text', { list: 'unchecked' }],
    ['[x]', 'text', { list: 'checked' }],
    ['[X]', 'item', { list: 'checked' }],
    ['[ ]', 'item', { list: 'unchecked' }],
  ])('%j in %s formats the line', (mark, kind, formats) => {
    expect(blockMark(mark, kind)).toEqual(formats);
  });

  it.each<[string, LineKind]>([
    ['#######', 'text'],
    ['#', 'item'],
    ['1.', 'heading'],
    ['-', 'quote'],
    ['>', 'quote'],
    ['-', 'item'],
    ['#', 'code'],
    ['[ ]', 'code'],
    ['[ ]', 'heading'],
    ['2026.', 'text'],
    ['0.', 'text'],
    ['a -', 'text'],
  ])('%j in %s stays text', (mark, kind) => {
    expect(blockMark(mark, kind)).toBeNull();
  });
});

it('a divider is three hyphens, or three other marks and Space or Enter', () => {
  expect(['---', '—-', '--', '- --', 'a---', '***'].map(isDivider)).toEqual([
    ...[true, true, false, false, false, false],
  ]);
  expect(['***', '___', '**', '---'].map(isFinishedDivider)).toEqual([true, true, false, false]);
});

describe('addresses in the last word', () => {
  const found = (text: string) =>
    addressesAtEnd(text).map(({ index, length, url }) => [text.slice(index, index + length), url]);

  it.each([
    ['see https://a.com/b', 'https://a.com/b', 'https://a.com/b'],
    ['see http://a.com.', 'http://a.com', 'http://a.com'],
    ['(https://a.com/b)', 'https://a.com/b', 'https://a.com/b'],
    ['https://a.com/A_(b),', 'https://a.com/A_(b)', 'https://a.com/A_(b)'],
    ['www.a.com!', 'www.a.com', 'https://www.a.com'],
    ['“https://a.com/b”', 'https://a.com/b', 'https://a.com/b'],
    ['请看https://a.com/b。', 'https://a.com/b', 'https://a.com/b'],
    ['write me@a.example.com.', 'me@a.example.com', 'mailto:me@a.example.com'],
    ['<me@a.com>', 'me@a.com', 'mailto:me@a.com'],
    ['me+you@a-b.co.uk', 'me+you@a-b.co.uk', 'mailto:me+you@a-b.co.uk'],
  ])('%j has %j', (text, address, url) => {
    expect(found(text)).toEqual([[address, url]]);
  });

  it.each([
    ...['https://a.com and', 'a.com', '@me', 'me@here', 'a@b@c.com', 'javascript:alert(1)'],
    ...['ftp://a.com', 'https://', 'user:me@a.com/x', 'git@a.com:b/c'],
  ])('%j has none', (text) => {
    expect(found(text)).toEqual([]);
  });
});
