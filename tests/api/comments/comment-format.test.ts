import { describe, expect, test } from 'vitest';
import { type Block, type Inline, parseComment } from '../../../api/contract/comment-format.ts';

const TAGS = { bold: 'b', italic: 'i' } as const;

function ofInline(part: Inline): string {
  if ('children' in part) {
    const tag = TAGS[part.kind];
    return `<${tag}>${part.children.map(ofInline).join('')}</${tag}>`;
  }
  if (part.kind === 'link') return `<a ${part.href}>${part.text}</a>`;
  return part.kind === 'code' ? `<c>${part.text}</c>` : part.text;
}

function ofBlock(block: Block): string {
  if (block.kind === 'code') return `<pre>${block.text}</pre>`;
  if (block.kind === 'quote') return `<q>${block.children.map(ofBlock).join('')}</q>`;
  return `<p>${block.children.map(ofInline).join('')}</p>`;
}

const format = (text: string) => parseComment(text).map(ofBlock).join('');

describe('a comment', () => {
  test.each([
    ['plain', '<p>plain</p>'],
    ['**bold** and *italic*', '<p><b>bold</b> and <i>italic</i></p>'],
    ['***both***', '<p><b><i>both</i></b></p>'],
    ['**bold with *italic* in it**', '<p><b>bold with <i>italic</i> in it</b></p>'],
    ['*italic with **bold** in it*', '<p><i>italic with <b>bold</b> in it</i></p>'],
    ['*over\ntwo lines*', '<p><i>over\ntwo lines</i></p>'],
    ['这是**重要**的', '<p>这是<b>重要</b>的</p>'],
    ['(**a**, *b*.)', '<p>(<b>a</b>, <i>b</i>.)</p>'],
    ['use `a * b` or `**`', '<p>use <c>a * b</c> or <c>**</c></p>'],
    ['**`code`**, `x`*y*', '<p><b><c>code</c></b>, <c>x</c><i>y</i></p>'],
    ['`` a ` b ``', '<p><c>a ` b</c></p>'],
    [
      'see https://example.com/a.',
      '<p>see <a https://example.com/a>https://example.com/a</a>.</p>',
    ],
    ['**www.example.com**', '<p><b><a https://www.example.com/>www.example.com</a></b></p>'],
    ['`https://example.com`', '<p><c>https://example.com</c></p>'],
    ['> quoted\n> words\nanswer', '<q><p>quoted\nwords</p></q><p>answer</p>'],
    ['>> twice\n> once', '<q><q><p>twice</p></q><p>once</p></q>'],
    ['```\na\n\n  *b*\n```\nend', '<pre>a\n\n  *b*</pre><p>end</p>'],
    ['```ts\nlet a;', '<pre>let a;</pre>'],
    ['````\n```\n````', '<pre>```</pre>'],
    ['> ```\n> a\n> ```', '<q><pre>a</pre></q>'],
    ['one\n  two\n\n\n\n\tthree', '<p>one\n  two</p><p>\tthree</p>'],
  ])('%j shows as %s', (text, shown) => {
    expect(format(text)).toBe(shown);
  });

  test.each([
    '2 * 3 * 4',
    '2*3*4 and 2**3**4',
    '* one\n* two',
    '**not closed',
    'not opened**',
    '** spaces **',
    '****',
    'a * b',
    '*a **b',
    '`not closed',
    '` `',
    '```',
    '```one line```x`',
    '>',
    '> \n>',
    '# heading',
    '- item\n1. item',
    '[text](/page) ![picture](/a.png) ~~no~~ _no_ __no__',
    '<b>no</b> &lt; &amp;',
    '\\*no\\ *',
  ])('%j stays as it was typed', (text) => {
    expect(format(text)).toBe(
      text === '```one line```x`' ? '<p><c>one line</c>x`</p>' : `<p>${text}</p>`,
    );
  });

  test('has at most three quotes in each other', () => {
    expect(format('>>>>> deep')).toBe('<q><q><q><p>>> deep</p></q></q></q>');
  });
});

const PIECES = [
  '*',
  '**',
  '***',
  '`',
  '```\n',
  '> ',
  '\n',
  '\n\n',
  '  ',
  '<script>',
  '</p>',
  '&lt;',
];
const WORDS = [
  'https://a.example/*',
  'javascript:alert(1)',
  '"onload=',
  '\u202e',
  '👍🏽',
  '_',
  '\\',
];

/** Five hundred texts, always the same ones. */
function payloads(): string[] {
  let seed = 42;
  const next = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * limit);
  };
  const all = [...PIECES, ...WORDS, 'a', 'b '];
  return Array.from({ length: 500 }, () =>
    Array.from({ length: 5 + next(40) }, () => all[next(all.length)]).join(''),
  );
}

function partsOf(
  blocks: readonly (Block | Inline)[],
  depth = 1,
): { texts: string[]; depth: number } {
  let deepest = depth;
  const texts = blocks.flatMap((block) => {
    if (!('children' in block)) {
      if (block.kind === 'link') expect(block.href).toMatch(/^https?:\/\//);
      return block.text;
    }
    const inner = partsOf(block.children, depth + 1);
    deepest = Math.max(deepest, inner.depth);
    return inner.texts;
  });
  return { texts, depth: deepest };
}

/** Only these characters are formatting. All others must stay. */
const typed = (text: string) => text.replace(/[\s*`>]/g, '');

test('keeps every word of five hundred hostile texts, and nests no deeper than seven', () => {
  for (const text of payloads()) {
    const { texts, depth } = partsOf(parseComment(text));
    const left = typed(texts.join(''));
    // After a fence, a word may be the name of a language.
    if (!text.includes('```')) expect(left, JSON.stringify(text)).toBe(typed(text));
    expect(depth).toBeLessThanOrEqual(7);
  }
});

// A million characters would take an hour in quadratic time.
test.each([
  '*',
  '**',
  '*a ',
  '**a *b ',
  'a*',
  '*a* ',
  '`',
  '` ``',
  '`a``b```',
  '> ',
  '>',
  '> \n',
  '>>>a\n',
  '```\n',
  '```a\n',
  '\n',
  ' ',
  ' \n',
  '   ```   ',
  '(',
  'www.',
  'https://a.example/',
  '[*`>',
])('a million characters of %j are parsed in linear time', (piece) => {
  expect(parseComment(piece.repeat(1_000_000 / piece.length))).toBeDefined();
});
