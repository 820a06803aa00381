import { describe, expect, it } from 'vitest';
import { ContentTooLongError } from '../../../api/content/normalize.ts';
import { sanitize } from '../../../api/content/sanitize.ts';
import { isShortRun } from '../../support/full-run.ts';
import { HTML_PAYLOADS } from '../../support/payloads.ts';
import { generator } from '../../support/random.ts';
import { tally } from '../../support/tally.ts';
import { foreignParts } from './allowed.ts';

const attempt = tally();

const DEPTH = isShortRun ? 20_000 : 100_000;

describe('sanitizing', () => {
  it.each(
    Object.entries(HTML_PAYLOADS).flatMap(([name, payloads]) =>
      payloads.map((payload) => [name, payload]),
    ),
  )('leaves nothing of %s: %s', async (_, payload) => {
    const places = [
      payload,
      `<p>before ${payload} after</p>`,
      `<ul><li>${payload}</li></ul>`,
      `<blockquote><strong><a href="/x">${payload}`,
      `<pre data-language="js">${payload}</pre>`,
    ];
    for (const html of places) {
      await attempt('past the sanitizer', async () => {
        const clean = sanitize(html);
        expect(foreignParts(clean)).toEqual([]);
        expect(sanitize(clean)).toBe(clean);
      });
    }
  });

  it('keeps text that looks like markup', () => {
    expect(sanitize('<p>&lt;img src=x onerror=alert(1)&gt; &amp;lt;</p>')).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt; &amp;lt;</p>',
    );
  });

  it('keeps the content around removed elements', () => {
    expect(sanitize('<p>a</p><script>x</script><style>y</style><svg>z</svg><p>b</p>')).toBe(
      '<p>a</p><p>b</p>',
    );
    expect(sanitize('<svg><p>a</p><math><h2>b</h2>')).toBe('<p>a</p><h2>b</h2>');
  });

  it.each([
    ['<p>a <math><mi>x</mi><annotation>x_1</annotation></math></p>', '<p>a x</p>'],
    ['<p>a <textarea>b <i>c</i></textarea></p>', '<p>a b &lt;i&gt;c&lt;/i&gt;</p>'],
    ['<p>a <mark>b</mark><ruby>漢<rt>かん</rt></ruby></p>', '<p>a b漢かん</p>'],
  ])('keeps the text of %s', (html, stored) => {
    expect(sanitize(html)).toBe(stored);
  });

  it("doesn't change its own output, for random input", async () => {
    const random = generator(20_250_105);
    const pieces = Object.values(HTML_PAYLOADS)
      .flat()
      .flatMap((payload) => payload.split(/(?=[<"= >])/))
      .concat(
        ...['ul', 'ol', 'li', 'p', 'h2', 'a href=/x', 'strong', 'em', 'blockquote', 'pre', 'code']
          .concat('li data-list=bullet class=ql-indent-2', 'li data-list=ordered', 'br', 'div')
          .concat('span style=color:red', 'span class=ql-size-huge', 'ol start=3', 'td', 'svg')
          .concat('div class=ql-code-block data-language=js', 'div class=ql-code-block-container')
          .concat('table', 'tr', 'th scope=col colspan=9', 'td rowspan=3', 'thead', 'caption')
          .concat('aside data-callout=tip', 'details', 'summary', 'dl', 'dt', 'dd', 'hr', 'sup')
          .concat('figure data-width=wide', 'img src=/a.png', 'figcaption', 'sub')
          .concat('span data-footnote', 'span data-math', 'div data-math', 'pre data-lines=2,1')
          .map((tag) => [`<${tag}>`, `</${tag.split(' ')[0]}>`, 'text', ' ', '\n', '&nbsp;']),
      );
    for (let i = 0; i < 3000; i++) {
      const html = Array.from({ length: 1 + random(40) }, () => pieces[random(pieces.length)]).join(
        '',
      );
      await attempt('past the sanitizer, mixtures', async () => {
        const clean = sanitize(html);
        expect(foreignParts(clean), html).toEqual([]);
        expect(sanitize(clean), html).toBe(clean);
      });
    }
  });

  it.each([
    ['<div>', ''],
    ['<b>', '</i>'],
    ['<ul><li>', ''],
    ['<blockquote>x', ''],
    ['<svg><style>', ''],
    ['<span style="color:red">x', '</b>'],
    ['<p>x<em>', ''],
    ['<table><tr><td>x', ''],
    ['<iframe>', ''],
    ['<!--', ''],
    ['<a href="/x">', ''],
    ['<ol><li data-list=ordered>', ''],
    ['<details><summary>x', '</summary></details>'],
    ['<aside data-callout="note">', '</aside>'],
    ['<ul><aside data-callout="note"><b>', ''],
    ['<dl><dd>x', ''],
    ['<table><caption>x', ''],
    ['<table>x<td>', ''],
    ['<figure><img><figcaption>', ''],
    ['<span data-footnote>x', '</span>'],
    ['<div data-math>x', '</div>'],
  ])(`handles ${DEPTH.toLocaleString('en-US')} nested %s`, (open, close) => {
    const clean = sanitize(open.repeat(DEPTH) + close.repeat(DEPTH));
    expect(deepest(clean)).toBeLessThanOrEqual(100);
    expect(sanitize(clean)).toBe(clean);
  });

  it('counts text outside the items of a list only once, even in deeply nested lists', () => {
    // If each list around it doubled the count, it would exceed 2 MiB.
    const nested = `${'<ul><div>'.repeat(45)}x${'</div></ul>'.repeat(45)}`;
    expect(sanitize(nested)).toContain('x');
    const long = `<ul><p>${'x'.repeat(1024 * 1024)}</p></ul>`;
    expect(sanitize(long)).toContain('x'.repeat(1024 * 1024));
  });

  it.each([
    '<blockquote><br><div></div><br></blockquote>',
    '<ul><li><br><section></section><br></li></ul>',
    '<blockquote><br><br></blockquote>',
  ])("doesn't lose an empty line of %s when it's saved again", (html) => {
    expect(sanitize(html)).toContain('<br><br>');
    expect(sanitize(sanitize(html))).toBe(sanitize(html));
  });

  it('refuses content with more than 2 MiB of output', () => {
    const link = `<a href="/${'x'.repeat(1000)}">`;
    expect(() => sanitize(link + '<p>x'.repeat(100_000))).toThrow(ContentTooLongError);
  });
});

function deepest(html: string): number {
  let depth = 0;
  let most = 0;
  for (const [tag] of html.matchAll(/<\/?(?!br|img|hr)[a-z0-9]+/g)) {
    depth += tag.startsWith('</') ? -1 : 1;
    most = Math.max(most, depth);
  }
  return most;
}
