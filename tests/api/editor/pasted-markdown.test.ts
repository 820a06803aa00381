import { describe, expect, it } from 'vitest';
import { sanitize } from '../../../api/content/sanitize.ts';
import {
  cellsOfMarkdownTable,
  isMarkdown,
} from '../../../src/islands/editor/quill/pasted-markdown.ts';
import { markdownToHtml } from '../../../src/islands/editor/quill/pasted-markdown-html.ts';
import { MARKDOWN_TEXTS, OTHER_TEXTS } from '../../support/markdown-texts.ts';

describe('pasted text', () => {
  it.each(MARKDOWN_TEXTS)('is Markdown: %j', (text) => {
    expect(isMarkdown(text)).toBe(true);
  });

  it.each(OTHER_TEXTS)('is not Markdown: %j', (text) => {
    expect(isMarkdown(text)).toBe(false);
  });
});

describe('text for cells', () => {
  it('is a table in Markdown', () => {
    const text = '\n| a | **b** |\r\n| :-- | --: |\n| 1 \\| 2 |  |\n\nc|d\\|\n';
    expect(cellsOfMarkdownTable(text)).toEqual([
      ['a', '**b**'],
      ['1 | 2', ''],
      ['c', 'd|'],
    ]);
  });

  it.each([
    'Intro\n\n| x | y |\n|---|---|\n| 1 | 2 |',
    '| x | y |\n|---|---|\n| 1 | 2 |\n\nEnd',
    'a | b\nc | d',
    '|---|---|',
    '\n'.repeat(100_000),
    ' '.repeat(100_000),
    `a|b\n|${' '.repeat(100_000)}`,
    `a|b\n${'-|'.repeat(50_000)}x`,
  ])('is not a table in Markdown (%#)', (text) => {
    expect(cellsOfMarkdownTable(text)).toBeNull();
  });
});

describe('Markdown as HTML', () => {
  it.each([
    [
      'headings, emphasis, links',
      '# A\n\n**b** *c* ~~d~~ `e` [f](https://a.example) https://b.example',
      '<h1>A</h1><p><strong>b</strong> <em>c</em> <s>d</s> <code>e</code> <a href="https://a.example" rel="noopener noreferrer">f</a> <a href="https://b.example" rel="noopener noreferrer">https://b.example</a></p>',
    ],
    [
      'nested lists that start at any number',
      '3. a\n   - b\n     - c\n4. d',
      '<ol start="3"><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li><li>d</li></ol>',
    ],
    [
      'code with its language',
      '```ts\nconst a = "# b";\n```',
      '<pre data-language="typescript"><code>const a = "# b";</code></pre>',
    ],
    [
      'tables with alignment',
      '| a | b |\n|---|--:|\n| 1 | 2 |',
      '<table><thead><tr><th>a</th><th data-align="right">b</th></tr></thead><tbody><tr><td>1</td><td data-align="right">2</td></tr></tbody></table>',
    ],
    [
      'footnotes where their marks are, also those that name themselves',
      'a[^1] b[^x]\n\n[^1]: *c* [^1]\n  d',
      '<p>a<span data-footnote><em>c</em> [^1] d</span> b[^x]</p>',
    ],
    [
      'formulas between $$, and other signs as text',
      '$$\nx_1 < 2\n$$\n\nThat is $5 or $a_1$.',
      '<div data-math>x_1 &lt; 2</div><p>That is $5 or $a_1$.</p>',
    ],
    [
      'the properties of a file as code',
      '---\ntitle: x\n---\n\n# A',
      '<pre data-language="yaml"><code>title: x</code></pre><h1>A</h1>',
    ],
    [
      'no scripts',
      '**a**\n\n<script>alert(1)</script><img src=x onerror=y>',
      '<p><strong>a</strong></p>',
    ],
  ])('has %s', (_, text, stored) => {
    expect(sanitize(markdownToHtml(text))).toBe(stored);
  });
});
