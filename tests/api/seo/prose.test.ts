import { describe, expect, test } from 'vitest';
import { sanitize } from '../../../api/content/sanitize.ts';
import type { Picture } from '../../../api/contract/posts.ts';
import { picturesByUrl, sourcesOf } from '../../../src/lib/pictures.ts';
import { pictureUrls, renderProse } from '../../../src/lib/prose.ts';
import { cpuOf } from '../../support/cpu.ts';

const PHOTO: Picture = {
  url: '/uploads/1-my photo.jpg',
  width: 1600,
  height: 900,
  widths: [1280, 640],
};
const PICTURES = picturesByUrl([PHOTO]);

const prose = (html: string) => renderProse(html, PICTURES, 'https://blog.example.com');
const html = async (content: string) => (await prose(content)).html;

describe('code', () => {
  test('code is highlighted with classes, without inline styles', async () => {
    const code = '<pre data-language="typescript"><code>const a: string = "x"; // why</code></pre>';
    const keyword = '<span class="tk-keyword">const</span>';
    // On a busy machine, the first post may run out of time, and is rendered again.
    await expect.poll(() => html(code)).toContain(keyword);
    const { html: highlighted, hasCode } = await prose(code);
    expect(hasCode).toBe(true);
    expect(highlighted).toContain('<span class="tk-comment">// why</span>');
    expect(highlighted).toContain('>TypeScript</span>');
    expect(highlighted).not.toContain('style=');
  });
  test.each([
    'javascript',
    'jsx',
    'tsx',
    'css',
    'html',
    'json',
    'bash',
    'sql',
    'python',
    'php',
    'java',
    'cs',
    'cpp',
    'ruby',
    'go',
    'rust',
    'yaml',
    'markdown',
    'diff',
    'xml',
    'plain',
  ])('in %s keeps every character', async (language) => {
    const code = 'a < b && "c" > \'d\'\n\n\t# /* x */ -- <br> {{ y }} $z\n';
    const escaped = code.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const page = await html(`<pre data-language="${language}"><code>${escaped}</code></pre>`);
    const inner = /<code>(.*)<\/code>/s.exec(page)?.[1] ?? '';
    expect(inner.replace(/<\/?span[^>]*>/g, '')).toBe(escaped.replace(/\n$/, ''));
  });
  test('code that would take minutes to highlight stays plain, and other posts are still highlighted', async () => {
    // One match of the C++ grammar backtracks over the whole line.
    const line = `int a ${'*'.repeat(900)}`;
    const hostile = `<pre data-language="cpp">${`${line}\n`.repeat(50)}</pre>`;
    let page = '';
    const spent = await cpuOf(async () => {
      const others = '<pre data-language="css">a { b: c }</pre>'.repeat(2);
      ({ html: page } = await prose(hostile + others));
    });
    // 300 ms, and the time to compile the grammar. Without a limit it took 59 s.
    expect(spent).toBeLessThan(20_000);
    expect(page).toContain(`<code>${line}\n`);
    const next = await html('<pre data-language="css">a { b: c }</pre>');
    expect(next).toContain('<span class="tk-');
  });
  test('code in tens of thousands of blocks is as fast as in one', async () => {
    const blocks = Array.from(
      { length: 20_000 },
      (_, n) => `<pre data-language="javascript">const a${n} = 1;</pre>`,
    );
    let page = '';
    const spent = await cpuOf(async () => {
      page = await html(blocks.join(''));
    });
    expect(page).toContain('<code>const a19999 = 1;</code>');
    expect(spent).toBeLessThan(20_000);
  });
  test('code in an unknown language, or too long to highlight, stays plain', async () => {
    expect(await html('<pre data-language="klingon"><code>a &lt; b</code></pre>')).toContain(
      '<code>a &lt; b</code>',
    );
    const long = 'const a = 1;\n'.repeat(10_000);
    const page = await html(`<pre data-language="javascript"><code>${long}</code></pre>`);
    expect(page).not.toContain('tk-');
    expect(page).toContain(long.trim());
  });
});

describe('pictures', () => {
  test('pictures that are uploads have their size, and variants in AVIF and WebP', async () => {
    const page = await html('<p><img src="/uploads/1-my photo.jpg" alt="A &quot;cat&quot;"></p>');
    expect(page).toContain('<picture><source type="image/avif"');
    expect(page).toContain(
      'srcset="/uploads/1-my%20photo-640.webp 640w, /uploads/1-my%20photo-1280.webp 1280w"',
    );
    expect(page).toContain('alt="A &quot;cat&quot;"');
    expect(page).toContain('loading="lazy" decoding="async" width="1600" height="900"');
  });
  test('pictures from other sites only load lazily', async () => {
    expect(await html('<img src="https://example.org/a.png" alt="">')).toBe(
      '<img src="https://example.org/a.png" alt="" loading="lazy" decoding="async">',
    );
  });
  test('pictures are found in content once each', () => {
    expect(pictureUrls('<p><img src="/a"><b><img src="/b"></b></p><img src="/a"><img>')).toEqual([
      '/a',
      '/b',
    ]);
  });
  test('marked as drawings keep the mark, their size and their variants', async () => {
    const content = `<img src="${PHOTO.url}#drawing" alt="">`;
    expect(pictureUrls(content)).toEqual([PHOTO.url]);
    const page = (await renderProse(content, picturesByUrl([PHOTO]))).html;
    expect(page).toContain(`#drawing" alt="" loading="lazy" decoding="async" width="1600"`);
    expect(page).toContain('<source type="image/avif"');
  });
  test('pictures without variants have no sources', () => {
    expect(sourcesOf({ ...PHOTO, widths: [] })).toEqual([]);
  });
});

describe('headings', () => {
  test("headings have unique ids, and a link that isn't part of their name", async () => {
    const { html, headings } = await prose(
      '<h2>Über <em>uns</em></h2><h3>Über uns</h3><h2>!?</h2>',
    );
    expect(headings).toEqual([
      { id: 'h-über-uns', level: 2, text: 'Über uns' },
      { id: 'h-über-uns-2', level: 3, text: 'Über uns' },
      { id: 'h-section', level: 2, text: '!?' },
    ]);
    expect(html).toContain('Über <em>uns</em></h2><a class="heading-link" href="#h-über-uns"');
  });

  test.each([
    ['ガイド', 'h-ガイド', 'h-カイト'],
    ['ガイド'.normalize('NFD'), 'h-ガイド', 'h-カイト'],
    ['한국어'.normalize('NFD'), 'h-한국어', `h-${'한국어'.normalize('NFD')}`],
    ['हिन्दी में', 'h-हिन्दी-में', 'h-ह-नद-म'],
    ['ภาษาไทย ที่นี่', 'h-ภาษาไทย-ที่นี่', 'h-ภาษาไทย-ทน'],
    ['مُحَمَّد', 'h-مُحَمَّد', 'h-محمد'],
    ['Đà Nẵng', 'h-đà-nẵng', 'h-đa-nang'],
    ['می\u200cخواهم', 'h-میخواهم', 'h-می-خواهم'],
    ['❤️ 1️⃣ Love', 'h-1-love', 'h-1-love'],
    ['Plain words, 2nd part', 'h-plain-words-2nd-part', 'h-plain-words-2nd-part'],
  ])(
    'the id of the heading %s keeps letters and marks, and the old id still works',
    async (text, id, old) => {
      const { html, headings } = await prose(`<h2>${text}</h2>`);
      expect(headings).toEqual([{ id, level: 2, text }]);
      const anchor = id === old ? '' : `<span id="${old}"></span>`;
      expect(html).toContain(`<h2 id="${id}">${anchor}${text}</h2>`);
      expect(html).toContain(`href="#${id}"`);
    },
  );

  test('old ids lead to the headings that had them, and all ids are unique', async () => {
    const texts = ['Café', 'Cafe', 'Café', 'cafe 2', 'a™', 'a', 'ﬁn', 'fin'];
    const page = await html(texts.map((text) => `<h2>${text}</h2>`).join(''));
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    // As versions up to 0.7 made them.
    const former = ['cafe', 'cafe-2', 'cafe-3', 'cafe-2-2', 'atm', 'a', 'fin', 'fin-2'];
    const sections = page.split('</div>');
    for (const [index, id] of former.entries()) expect(sections[index]).toContain(` id="h-${id}"`);
  });

  test('an id never ends in the middle of a letter', async () => {
    const { headings } = await prose(`<h2>${'क्षि'.repeat(40)}</h2>`);
    expect(headings[0]?.id).toBe(`h-${'क्षि'.repeat(15)}`);
  });
  test('headings without text get no id', async () => {
    expect(await html('<h2><br></h2>')).toBe('<h2><br></h2>');
  });
});

describe('links', () => {
  test('links to other sites send no referrer, and none opens a window', async () => {
    expect(await html('<a href="https://example.org/" target="_blank" rel="me">x</a>')).toBe(
      '<a href="https://example.org/" rel="noopener noreferrer">x</a>',
    );
  });
  test('within the site are unchanged', async () => {
    const links =
      '<a href="/about">a</a><a href="#x">b</a><a href="https://blog.example.com/post/y">c</a>';
    expect(await html(links)).toBe(links);
  });
});

describe('formatting from the toolbar', () => {
  test('keeps its classes', async () => {
    const content =
      '<p class="ql-align-center ql-indent-2"><span class="ql-font-serif ql-size-large">x</span></p>';
    expect(await html(content)).toBe(content);
  });
  test('keeps its colors, which the dark theme can adjust', async () => {
    expect(
      await html('<span style="color: #e60000; background-color: rgb(0, 1, 2)">x</span>'),
    ).toBe(
      '<span style="color: #e60000; --author-color: #e60000; background-color: rgb(0, 1, 2); --author-ground: rgb(0, 1, 2)">x</span>',
    );
  });
  test('formatting from the toolbar has no other inline style', async () => {
    const style = 'position: fixed; color: url(x); background-color: red}*{x:y';
    expect(await html(`<p style="${style}">x</p>`)).toBe('<p>x</p>');
  });
  test('gives tens of thousands of equal headings unique ids', async () => {
    let page = '';
    const spent = await cpuOf(async () => {
      page = await html('<h2>a</h2>'.repeat(20_000));
    });
    expect(page).toContain('<h2 id="h-a-20000">');
    // Without remembering the last number it took 50 s.
    expect(spent).toBeLessThan(20_000);
  });
  test.each([
    [
      'https://www.youtube.com/embed/dQw4w9WgXcQ?start=90',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=90s',
      'Play the video on YouTube',
    ],
    [
      'https://player.vimeo.com/video/76979871?h=8272103f6e',
      'https://player.vimeo.com/video/76979871?h=8272103f6e',
      'https://vimeo.com/76979871/8272103f6e',
      'Play the video on Vimeo',
    ],
  ])(
    'links to the page of a video instead of loading its player: %s',
    async (src, player, address, lead) => {
      for (const content of [
        sanitize(`<iframe src="${src}"></iframe>`),
        `<iframe src="${src}"></iframe>`,
      ]) {
        const page = await html(content);
        expect(page).toContain(`href="${address}"`);
        expect(page).toContain(`data-player="${player}"`);
        expect(page).toContain(lead);
        expect(page).not.toContain('<iframe');
      }
    },
  );
  test('names a video by the title that its author gave', async () => {
    const src = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
    const page = await html(`<iframe src="${src}" title="Tea &lt;for&gt; two"></iframe>`);
    expect(page).toContain('Play “Tea &lt;for&gt; two” on YouTube');
    expect(page).toContain('data-title="Tea &lt;for>');
  });
  test('leaves out players of other sites', async () => {
    expect(await html('<iframe src="https://evil.example/embed/dQw4w9WgXcQ"></iframe>')).toBe('');
  });
  test('keeps entities, spaces and line breaks', async () => {
    const content =
      '<p>a&nbsp;b &amp;lt; c<br>&lt;script&gt;</p><ul><li>x<ol><li>y</li></ol></li></ul>';
    expect(await html(content)).toBe(content);
  });
});
