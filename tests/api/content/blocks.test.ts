import { describe, expect, it } from 'vitest';
import { sanitize } from '../../../api/content/sanitize.ts';
import { plainText } from '../../../api/content/text.ts';

const IMG = '<img src="/a.png" alt="A">';
const cells = (html: string) => `<table><tbody><tr>${html}</tr></tbody></table>`;

describe('the stored form of blocks', () => {
  it.each([
    ['a divider', '<p>a</p><hr><p>b</p>'],
    ['sup and sub', '<p>x<sup>2</sup> H<sub>2</sub>O</p>'],
    ['a formatted sup', '<p><a href="/x"><strong><sup>1</sup></strong></a></p>'],
    ['a figure', `<figure>${IMG}<figcaption>A <em>cat</em></figcaption></figure>`],
    ['a wide figure', `<figure data-width="wide">${IMG}</figure>`],
    ['a linked picture', `<figure data-width="full"><a href="/x">${IMG}</a></figure>`],
    ['a row', `<figure>${IMG}<a href="/x">${IMG}</a><a href="/x">${IMG}</a>${IMG}</figure>`],
    [
      'a table',
      '<table><caption>C</caption><thead><tr><th scope="col">a</th><th>b</th></tr></thead><tbody>' +
        '<tr><th scope="row" rowspan="2">c</th><td data-align="right">1</td></tr><tr><td></td></tr>' +
        '<tr><td colspan="2">e<br>f</td></tr></tbody></table>',
    ],
    ['blocks in a cell', cells('<td><p>a</p><ul><li>b</li></ul></td>')],
    ['a callout', '<aside data-callout="note"><p>a</p><ul><li>b</li></ul></aside>'],
    ['details', '<details><summary>a <strong>b</strong></summary><p>c</p></details>'],
    ['details in details', '<details><summary>a</summary>'.repeat(2) + '</details>'.repeat(2)],
    ['definitions', '<dl><dt>a</dt><dd>b</dd><dd><p>c</p><p>d</p></dd></dl>'],
    ['footnotes', '<p>a<span data-footnote>b <em>c</em> <a href="/x">d</a></span> e</p>'],
    ['formulas', '<p>a <span data-math>x^2 &lt; y</span></p><div data-math>a\n\\\\ b</div>'],
    [
      'code',
      '<pre data-language="css" data-title="a.css" data-lines="3,5-7" data-numbers><code>x</code></pre>',
    ],
    ['blocks in a list', `<ul><li>a<figure>${IMG}</figure>${cells('<td>b</td>')}</li></ul>`],
    ['a figure in a callout', `<aside data-callout="tip"><figure>${IMG}</figure></aside>`],
  ])('%s is unchanged', (_, html) => {
    expect(sanitize(html)).toBe(html);
  });

  it.each([
    [
      'loose text',
      '<aside data-callout="tip">a</aside>',
      '<aside data-callout="tip"><p>a</p></aside>',
    ],
    ['an unknown callout', '<aside data-callout="big">a</aside>', '<p>a</p>'],
    ['an empty callout', '<aside data-callout="tip"><p><br></p></aside>', ''],
    [
      'open details',
      '<details open><p>a</p></details>',
      '<details><summary>Details</summary><p>a</p></details>',
    ],
    [
      'a heading as summary',
      '<details><p>a</p><summary><h3>b</h3> c</summary></details>',
      '<details><summary>b<br>c</summary><p>a</p></details>',
    ],
    [
      'grouped definitions',
      '<dl><div><dt>a<dd><p>b</p></div></dl>',
      '<dl><dt>a</dt><dd>b</dd></dl>',
    ],
    ['a list without definitions', '<dl>a</dl>', '<p>a</p>'],
    ['sup in sub', '<p><sub>a<sup>b</sup></sub></p>', '<p><sub>a</sub><sup>b</sup></p>'],
    [
      'a footnote in a link and a footnote',
      '<p><strong>a<span data-footnote>b<span data-footnote>c</span></span></strong></p>',
      '<p><strong>a</strong><span data-footnote>bc</span></p>',
    ],
    ['an empty footnote', '<p>a<span data-footnote> <br></span></p>', '<p>a</p>'],
    [
      'formats in a formula',
      '<p><span data-math><b>x</b>^2 </span></p>',
      '<p><span data-math>x^2</span></p>',
    ],
    [
      'a display formula in a caption',
      `<figure>${IMG}<figcaption><div data-math>x</div></figcaption></figure>`,
      `<figure>${IMG}<figcaption><span data-math>x</span></figcaption></figure>`,
    ],
    ['an empty formula', '<div data-math> </div>', ''],
    [
      'marked lines',
      '<pre data-lines="7, 5-6,x,1,99999999,9-8" data-numbers="false">x</pre>',
      '<pre data-language="plain" data-lines="1,5-9" data-numbers><code>x</code></pre>',
    ],
    [
      'a long title of code',
      `<pre data-title="${' a\n'.repeat(500)}">x</pre>`,
      `<pre data-language="plain" data-title="${'a '.repeat(100).trim()}"><code>x</code></pre>`,
    ],
  ])('%s', (_, html, stored) => {
    expect(sanitize(html)).toBe(stored);
    expect(sanitize(stored)).toBe(stored);
  });

  it.each([
    [
      'without groups',
      '<table><tr><td>a<td>b<tr><td>c</table>',
      '<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>',
    ],
    ['without rows', '<table><td>a<td>b</table>', cells('<td>a</td><td>b</td>')],
    [
      'with a foot',
      '<table><tfoot><tr><td>b</tfoot><thead><tr><td>a</thead></table>',
      '<table><thead><tr><td>a</td></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
    ],
    ['without cells', '<table><caption>a</caption><tr></tr></table>', '<p>a</p>'],
    [
      'with other content',
      '<table>a<tr>b<td>c</td></tr><p>d</p></table>',
      `<p>ab</p><p>d</p>${cells('<td>c</td>')}`,
    ],
    [
      'with spans over its edge',
      '<table><tr><td rowspan="0">a<td rowspan="999" colspan="1001">b<td colspan="x">c<tr></table>',
      '<table><tbody><tr><td rowspan="2">a</td><td colspan="100" rowspan="2">b</td><td>c</td></tr><tr></tr></tbody></table>',
    ],
    [
      'of other programs',
      '<table><tr><td align="RIGHT">a<td style="width:1px; text-align: center">b</table>',
      cells('<td data-align="right">a</td><td data-align="center">b</td>'),
    ],
    [
      'with paragraphs',
      '<table><tr><td><p>a</p></td><td><div><br></div></td></tr></table>',
      cells('<td>a</td><td></td>'),
    ],
  ])('a table %s gets rows and cells', (_, html, stored) => {
    expect(sanitize(html)).toBe(stored);
    expect(sanitize(stored)).toBe(stored);
  });

  it.each([
    [
      'of five pictures',
      `<figure>${IMG.repeat(5)}<figcaption>a</figcaption></figure>`,
      `<figure>${IMG.repeat(4)}</figure><figure>${IMG}<figcaption>a</figcaption></figure>`,
    ],
    [
      'in a link',
      `<a href="https://example.com"><figure>${IMG}</figure></a>`,
      `<figure><a href="https://example.com" rel="noopener noreferrer">${IMG}</a></figure>`,
    ],
    [
      'with text',
      `<figure><div><p>a ${IMG} b</p></div><figcaption><p>c</p><p>d</p></figcaption></figure>`,
      `<figure>${IMG}<figcaption>a b<br>c<br>d</figcaption></figure>`,
    ],
    [
      'of figures',
      `<figure><figure>${IMG}</figure><figcaption>a</figcaption></figure>`,
      `<figure>${IMG}</figure><p>a</p>`,
    ],
    [
      'of a quotation',
      `<figure><blockquote>${IMG}</blockquote><figcaption>a</figcaption></figure>`,
      `<blockquote>${IMG}</blockquote><p>a</p>`,
    ],
    ['without a picture', '<figure><img src="javascript:x">a</figure>', '<p>a</p>'],
    ['of an unknown width', `<figure data-width="huge">${IMG}</figure>`, `<figure>${IMG}</figure>`],
  ])('a figure %s', (_, html, stored) => {
    expect(sanitize(html)).toBe(stored);
    expect(sanitize(stored)).toBe(stored);
  });
});

describe('the text of blocks for search', () => {
  it.each([
    ['<p>a<span data-footnote>b <em>c</em></span>d</p><p>e</p>', 'ad\ne\nb c'],
    ['<table><caption>a</caption><tbody><tr><td>b</td><td>c</td></tr></tbody></table>', 'a\nb\nc'],
    ['<details><summary>a</summary><p>b</p></details>', 'a\nb'],
    ['<dl><dt>a</dt><dd>b</dd></dl>', 'a\nb'],
    [`<figure>${IMG}<figcaption>a</figcaption></figure>`, 'a'],
    ['<p>a <span data-math>x^2</span></p><div data-math>y</div>', 'a x^2\ny'],
    ['<pre data-title="a.css"><code>b</code></pre>', 'a.css\nb'],
    ['<p>a</p><hr><aside data-callout="tip"><p>b</p></aside>', 'a\nb'],
  ])('of %s has a line for each part', (html, text) => {
    expect(plainText(html)).toBe(text);
  });
});
