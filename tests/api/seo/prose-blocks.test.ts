import { describe, expect, it } from 'vitest';
import { sanitize } from '../../../api/content/sanitize.ts';
import type { Picture } from '../../../api/contract/posts.ts';
import { picturesByUrl } from '../../../src/lib/pictures.ts';
import { contentsOf } from '../../../src/lib/prose/contents.ts';
import { pictureUrls, renderProse } from '../../../src/lib/prose.ts';

const PHOTO: Picture = { url: '/uploads/1-a.jpg', width: 1600, height: 800, widths: [640] };
const prose = (html: string) => renderProse(sanitize(html), picturesByUrl([PHOTO]));
const page = async (html: string) => (await prose(html)).html;

describe('the page of a post with', () => {
  it('plain text needs no script for pictures', async () => {
    const { hasFigures } = await prose(
      '<p>a<sup>2</sup><br><img src="/a.png"></p><hr><pre>x</pre><ul><li>b</li></ul>',
    );
    expect(hasFigures).toBe(false);
  });

  it('a table has it in a box with a name that the keyboard can scroll', async () => {
    const table = '<table><caption>Prices</caption><tr><th>a</th></tr></table>';
    expect(await page(`${table}<table><tr><td>b</td></tr></table>`)).toBe(
      '<div class="table-box" role="region" aria-label="Table 1: Prices" tabindex="0"><table>' +
        '<caption>Prices</caption><tbody><tr><th>a</th></tr></tbody></table></div>' +
        '<div class="table-box" role="region" aria-label="Table 2" tabindex="0"><table><tbody><tr>' +
        '<td>b</td></tr></tbody></table></div>',
    );
  });

  it('a callout has its label', async () => {
    expect(await page('<aside data-callout="warning">a</aside>')).toBe(
      '<aside data-callout="warning" role="note"><p class="callout-label">Warning</p><p>a</p></aside>',
    );
  });

  it('details has them closed', async () => {
    const details = '<details><summary>a</summary><p>b</p></details>';
    expect(await page(details)).toBe(details);
  });

  it('a checklist has boxes with their state, which readers can not change', async () => {
    const html = await page(
      '<ul data-checked="true"><li>a</li></ul><ul data-checked="false"><li>b</li></ul>',
    );
    expect(html).toContain('<li><input type="checkbox" disabled checked aria-label="Done">a</li>');
    expect(html).toContain('<li><input type="checkbox" disabled aria-label="Not done">b</li>');
  });

  it('footnotes has their numbers as links, and a list at the end with links back', async () => {
    const { html, headings } = await prose(
      '<h2>T<span data-footnote>x</span></h2><table><tr><td>a<span data-footnote>y <a href="https://example.com">z</a></span></td></tr></table><p>b</p>',
    );
    expect(headings).toEqual([{ id: 'h-t', level: 2, text: 'T' }]);
    expect(html).toContain(
      'T<sup><a id="fn-1-mark" style="anchor-name:--mark-1" href="#fn-1" aria-label="Footnote 1">1</a></sup></h2>',
    );
    expect(html).toContain(
      'a<sup><a id="fn-2-mark" style="anchor-name:--mark-2" href="#fn-2" aria-label="Footnote 2">2</a></sup></td>',
    );
    expect(html).toMatch(
      /<section class="footnotes" aria-label="Footnotes"><ol><li id="fn-1" style="anchor-name:--note-1;--mark:--mark-1;--above:--note-0">x <a href="#fn-1-mark" aria-label="Back to the text">↩<\/a><\/li><li id="fn-2" style="anchor-name:--note-2;--mark:--mark-2;--above:--note-1">y <a href="https:\/\/example.com" rel="noopener noreferrer">z<\/a> .*<\/li><\/ol><\/section>$/,
    );
  });

  it('code has its title, marked lines and numbers, and keeps every character', async () => {
    const code = '"a\n\nb" // c\n\n  x < 1';
    const html = await page(
      `<pre data-language="javascript" data-title="a &lt;b&gt;.js" data-lines="2,5" data-numbers>${code.replace('<', '&lt;')}</pre>`,
    );
    expect(html).toContain('<span class="code-title">a &lt;b&gt;.js</span>');
    expect(html).toContain('tabindex="0" role="group" aria-label="Code: a &lt;b>.js"');
    const inner = /<code class="code-numbers">(.*)<\/code>/s.exec(html)?.[1] ?? '';
    const lines = inner.split(/(?=<(?:span|mark) class="code-line">)/);
    expect(lines.map((line) => line.startsWith('<mark'))).toEqual([
      false,
      true,
      false,
      false,
      true,
    ]);
    expect(inner.replace(/<[^>]*>/g, '')).toBe(`${code.replace('<', '&lt;')}\n`);
  });

  it('a figure has it with sizes for its width, and can open it large unless it is a link', async () => {
    const figure = await prose(
      `<figure data-width="wide"><img src="${PHOTO.url}" alt="A"><figcaption>b</figcaption></figure>`,
    );
    expect(figure.hasFigures).toBe(true);
    expect(figure.html).toContain(
      `<figure data-width="wide"><a class="picture-open" href="${PHOTO.url}" aria-label="Enlarge picture: A"><picture><source type="image/avif"`,
    );
    expect(figure.html).toContain('sizes="(min-width: 66rem) 62rem');
    expect(figure.html).toContain('</picture></a><figcaption>b</figcaption></figure>');
    const linked = await prose(`<figure><a href="/x"><img src="${PHOTO.url}"></a></figure>`);
    expect(linked.hasFigures).toBe(false);
    expect(linked.html).toContain('<figure><a href="/x"><picture>');
  });

  it('a picture that is all of a paragraph can open it large, and one in a sentence can not', async () => {
    const alone = await prose('<p> <img src="/a.png" alt=""></p>');
    expect(alone.hasFigures).toBe(true);
    expect(alone.html).toBe(
      '<p><a class="picture-open" href="/a.png" aria-label="Enlarge picture">' +
        '<img src="/a.png" alt="" loading="lazy" decoding="async"></a></p>',
    );
    const inText = await prose(
      '<p>a <img src="/a.png"></p><p><a href="/x"><img src="/a.png"></a></p>',
    );
    expect(inText.hasFigures).toBe(false);
  });

  it('a picture with a dark version has both, each with its size, and opens either', async () => {
    const content = `<figure><img src="/light.png#dark=${PHOTO.url}" alt="A"></figure>`;
    expect(pictureUrls(sanitize(content))).toEqual(['/light.png', PHOTO.url]);
    const html = await page(content);
    expect(html).toContain(`href="/light.png" data-dark="${PHOTO.url}" aria-label=`);
    expect(html).toContain(
      '<img src="/light.png" alt="A" loading="lazy" decoding="async" class="for-light">' +
        '<picture class="for-dark"><source type="image/avif"',
    );
    expect(html).toContain(`<img src="${PHOTO.url}" alt="A"`);
    const hostile = await page('<figure><img src="/a.png#dark=javascript:alert(1)"></figure>');
    expect(hostile).not.toContain('javascript:');
  });

  it('a quotation has its opening mark hang beside the text', async () => {
    expect(await page('<blockquote>“So it is.”</blockquote><blockquote>It is.</blockquote>')).toBe(
      '<blockquote class="hanging">“So it is.”</blockquote><blockquote>It is.</blockquote>',
    );
  });

  it('a row of pictures has them at the same height', async () => {
    const html = await page(
      `<figure><img src="${PHOTO.url}"><a href="/x"><img src="${PHOTO.url}"></a><img src="/b.png"></figure>`,
    );
    expect(html).toMatch(
      /^<figure class="figure-row"><a class="picture-open" [^>]* style="--ratio: 2"><picture>.*<a href="\/x" style="--ratio: 2"><picture>.*<a class="picture-open" href="\/b.png" [^>]* style="--ratio: 1.5"><img src="\/b.png" alt="" loading="lazy" decoding="async"><\/a><\/figure>$/,
    );
  });
});

describe('a formula on a page', () => {
  it('is MathML, on its own line in a box that the keyboard can scroll', async () => {
    const html = await page(
      '<p>a <span data-math>x^2</span></p><div data-math>\\frac{a}{b} &lt; c</div>',
    );
    expect(html).toMatch(
      /^<p>a <math><msup>.*<\/math><\/p><div class="math" role="group" aria-label="Formula" tabindex="0"><math display="block".*<mfrac>.*<mo>&lt;<\/mo>.*<\/math><\/div>$/,
    );
  });

  it.each([
    ['unknown commands', '\\unknown{x}'],
    ['wrong syntax', 'a_b_c'],
    ['links', '\\href{https://example.com}{x}'],
    ['references', '\\ref{a}'],
    ['classes', '\\class{x}{y}'],
    ['styles', '\\style{color:red}{y}'],
    ['pictures', '\\includegraphics{/a.png}'],
    ['too much text', 'x'.repeat(4001)],
    ['endless macros', '\\def\\a{\\a\\a}\\a'],
    ['exploding macros', `\\def\\a{${'x'.repeat(3000)}}${'\\a'.repeat(400)}`],
    ['too many levels', `${'{'.repeat(1900)}x${'}'.repeat(1900)}`],
  ])('with %s is shown as its source', async (_, tex) => {
    const html = await page(`<div data-math>${tex}</div>`);
    expect(html).toContain(`<code>${tex}</code></div>`);
  });

  it('says what is wrong only in previews', async () => {
    const content = sanitize('<div data-math>a_b_c</div>');
    const preview = await renderProse(content, picturesByUrl([]), '', '', true);
    expect(preview.html).toContain(' data-error="Double subscript at position');
    expect(await page('<div data-math>a_b_c</div>')).not.toContain('data-error');
    expect(await page('<p><span data-math>a_b_c</span></p>')).toBe('<p><code>a_b_c</code></p>');
  });

  it('never runs its text', async () => {
    const html = await page('<div data-math>\\text{&lt;img src=x onerror=alert(1)&gt;}</div>');
    expect(html).toContain('<mtext>&lt;img\u00a0src=x\u00a0onerror=alert(1)&gt;</mtext>');
  });

  it('leaves time for the rest of the page', async () => {
    const formulas = Array.from(
      { length: 200 },
      (_, n) => `<div data-math>\\def\\a{${`${n}+`.repeat(900)}}${'\\a'.repeat(300)}</div>`,
    );
    const started = process.threadCpuUsage();
    const { html } = await prose(`${formulas.join('')}<p>end</p>`);
    const { user, system } = process.threadCpuUsage(started);
    expect(html).toMatch(/<p>end<\/p>$/);
    // 600 ms, and the page itself. Without a limit it takes minutes.
    expect((user + system) / 1000).toBeLessThan(10_000);
  });
});

describe('the contents of a post', () => {
  const contents = async (levels: number[]) => {
    const { headings } = await prose(levels.map((level) => `<h${level}>x</h${level}>`).join(''));
    return contentsOf(headings).map(({ level, isSub }) => `${isSub ? 'sub ' : ''}h${level}`);
  };

  it('list its two highest levels of headings', async () => {
    expect(await contents([3, 2, 3, 4, 2])).toEqual(['sub h3', 'h2', 'sub h3', 'h2']);
  });

  it('are empty with fewer than three headings', async () => {
    expect(await contents([2, 2])).toEqual([]);
    expect(await contents([2, 4, 4])).toEqual([]);
    expect(await contents([2, 2, 3])).toHaveLength(3);
  });

  it('stay short in a long post', async () => {
    expect(
      await contents(Array.from({ length: 60 }, (_, n) => (n % 6 === 0 ? 2 : 3))),
    ).toHaveLength(10);
    expect(await contents(Array.from({ length: 500 }, () => 2))).toHaveLength(100);
  });
});
