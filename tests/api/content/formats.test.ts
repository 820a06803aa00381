import { describe, expect, it } from 'vitest';
import { prepareContent, sanitize } from '../../../api/content/sanitize.ts';
import { isEmptyContent, plainText } from '../../../api/content/text.ts';

const UI = '<span class="ql-ui" contenteditable="false"></span>';
const player = (src: string, site: string, more = '') =>
  `<iframe class="ql-video${more}" src="${src}" title="${site} video" loading="lazy" allow="encrypted-media; fullscreen; picture-in-picture" allowfullscreen referrerpolicy="strict-origin-when-cross-origin" sandbox="allow-popups allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts"></iframe>`;

describe('formats of the toolbar', () => {
  it.each([
    ...[1, 2, 3, 4, 5, 6].map((n) => [`header ${n}`, `<h${n}>Title</h${n}>`]),
    ['font', '<p><span class="ql-font-serif">a</span><span class="ql-font-monospace">b</span></p>'],
    [
      'size',
      '<p><span class="ql-size-small">a</span><span class="ql-size-large">b</span><span class="ql-size-huge">c</span></p>',
    ],
    ['bold, italic, underline, strike', '<p><strong>a</strong><em>b</em><u>c</u><s>d</s></p>'],
    ['formats in each other', '<p><strong>a <em>b <u>c <s>d</s></u></em></strong></p>'],
    ['blockquote', '<blockquote>a</blockquote><blockquote>b</blockquote>'],
    ['mail link', '<p><a href="mailto:a@example.com">mail</a></p>'],
    ['link within the site', '<p><a href="/search?category=reactjs#top">more</a></p>'],
    ['picture', '<p><img src="/uploads/1-a.png" alt="A cat" width="300"></p>'],
    ['picture of elsewhere', '<p><img src="https://example.com/a.png?x=1&amp;y=2" alt=""></p>'],
    ['align', '<p class="ql-align-center">a</p><h2 class="ql-align-right">b</h2>'],
    ['justify and direction', '<p class="ql-align-justify ql-direction-rtl">a</p>'],
    ['inline code', '<p><code>a &lt; b</code></p>'],
    ['a line break', '<p>a<br>b</p>'],
    ['an empty line', '<p>a</p><p><br></p><p>b</p>'],
    ['color as stored', '<p><span style="color:#e60000;background-color:#ffff00">a</span></p>'],
    ['real lists', '<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>'],
    ['real code', '<pre data-language="javascript"><code>a\n\n  b &amp;&amp; c</code></pre>'],
    ['paragraphs in items', '<ul><li><p>a</p><p>b</p></li></ul>'],
    ['text after a list in an item', '<ul><li>a<ul><li>b</li></ul>c</li></ul>'],
  ])('%s is unchanged', (_, html) => {
    expect(sanitize(html)).toBe(html);
  });

  it('links to other sites cannot reach this one', () => {
    expect(
      sanitize('<p><a href="https://example.com" target="_blank" rel="opener">x</a></p>'),
    ).toBe('<p><a href="https://example.com" rel="noopener noreferrer">x</a></p>');
  });

  it.each([
    ['rgb(230, 0, 0)', '#e60000'],
    ['rgb(230 0 0 / 50%)', '#e6000080'],
    ['rgba(230,0,0,.5)', '#e6000080'],
    ['#FFF', '#ffffff'],
    ['#E60000', '#e60000'],
    ['RebeccaPurple', 'rebeccapurple'],
    ['rgb(999, 0, 0)', '#ff0000'],
  ])('the color %s is stored as %s', (written, stored) => {
    expect(sanitize(`<p><span style="color: ${written};">a</span></p>`)).toBe(
      `<p><span style="color:${stored}">a</span></p>`,
    );
    expect(sanitize(`<p><strong style="background-color: ${written}">a</strong></p>`)).toBe(
      `<p><strong style="background-color:${stored}">a</strong></p>`,
    );
  });

  it("Quill's flat lists become nested lists", () => {
    expect(
      sanitize(
        `<ol><li data-list="bullet">${UI}a</li><li data-list="bullet" class="ql-indent-1">${UI}b</li>` +
          `<li data-list="ordered" class="ql-indent-2">${UI}c</li><li data-list="bullet">${UI}d</li></ol>`,
      ),
    ).toBe('<ul><li>a<ul><li>b<ol><li>c</li></ol></li></ul></li><li>d</li></ul>');
  });

  it('numbers continue after bullets, as in the editor', () => {
    expect(
      sanitize(
        '<ol><li data-list="ordered">a</li><li data-list="bullet">b</li><li data-list="ordered">c</li></ol>',
      ),
    ).toBe('<ol><li>a</li></ol><ul><li>b</li></ul><ol start="2"><li>c</li></ol>');
  });

  it('checklists keep their state', () => {
    expect(
      sanitize(`<ol><li data-list="checked">${UI}a</li><li data-list="unchecked">${UI}b</li></ol>`),
    ).toBe('<ul data-checked="true"><li>a</li></ul><ul data-checked="false"><li>b</li></ul>');
  });

  it('an indent that skips a level is kept', () => {
    expect(
      sanitize(
        '<ol><li data-list="bullet">a</li><li data-list="bullet" class="ql-indent-3 ql-align-right">b</li></ol>',
      ),
    ).toBe('<ul><li>a<ul><li class="ql-indent-3 ql-align-right">b</li></ul></li></ul>');
  });

  it('an empty item is kept', () => {
    expect(sanitize(`<ol><li data-list="ordered">${UI}<br></li></ol>`)).toBe(
      '<ol><li><br></li></ol>',
    );
  });

  it("Quill's code lines become one code block for each language", () => {
    const line = (language: string, html: string) =>
      `<div class="ql-code-block" data-language="${language}">${html}</div>`;
    expect(
      sanitize(
        '<div class="ql-code-block-container" spellcheck="false"><select class="ql-ui"><option value="plain">Plain</option></select>' +
          line('javascript', '<span class="ql-token hljs-keyword">if</span> (a &lt; b) {') +
          line('javascript', '<br>') +
          line('javascript', '  c &amp;&amp; d') +
          line('sql', 'select 1') +
          '</div>',
      ),
    ).toBe(
      '<pre data-language="javascript"><code>if (a &lt; b) {\n\n  c &amp;&amp; d</code></pre>' +
        '<pre data-language="sql"><code>select 1</code></pre>',
    );
  });

  it("two code blocks aren't merged", () => {
    const block =
      '<div class="ql-code-block-container"><div class="ql-code-block" data-language="plain">a</div></div>';
    expect(sanitize(block + block)).toBe(
      '<pre data-language="plain"><code>a</code></pre>'.repeat(2),
    );
  });

  it.each([
    ['<pre class="ql-syntax" spellcheck="false">a\nb\n</pre>', 'plain', 'a\nb'],
    ['<pre><code class="language-ts">a</code></pre>', 'typescript', 'a'],
    ['<pre data-language="klingon"><b>a</b><br>b</pre>', 'plain', 'a\nb'],
    ['<pre data-language="js">\n  a</pre>', 'javascript', '  a'],
  ])('the code %j is understood', (html, language, text) => {
    expect(sanitize(html)).toBe(`<pre data-language="${language}"><code>${text}</code></pre>`);
  });

  const YOUTUBE = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
  it.each([
    ['https://www.youtube.com/embed/dQw4w9WgXcQ?showinfo=0', YOUTUBE],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1m5s', `${YOUTUBE}?start=65`],
    ['https://youtu.be/dQw4w9WgXcQ?t=42', `${YOUTUBE}?start=42`],
    ['//www.youtube.com/embed/dQw4w9WgXcQ', YOUTUBE],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', YOUTUBE],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
    [
      'https://player.vimeo.com/video/76979871/?h=8272103f6e&autoplay=1',
      'https://player.vimeo.com/video/76979871?h=8272103f6e',
    ],
  ])('the video %s plays as %s', (src, stored) => {
    const html = `<iframe class="ql-video ql-align-center" frameborder="0" allowfullscreen="true" src="${src}"></iframe>`;
    const site = stored.includes('vimeo') ? 'Vimeo' : 'YouTube';
    expect(sanitize(html)).toBe(player(stored, site, ' ql-align-center'));
  });

  it('a video splits its paragraph', () => {
    expect(sanitize(`<p>a<iframe src="${YOUTUBE}"></iframe>b</p>`)).toBe(
      `<p>a</p>${player(YOUTUBE, 'YouTube')}<p>b</p>`,
    );
  });

  it('loose text, pasted blocks and unclosed tags become paragraphs', () => {
    expect(sanitize('hello <b>you</b><div>a<p>b<p>c</div><section>\n d \n</section>')).toBe(
      '<p>hello <strong>you</strong></p><p>a</p><p>b</p><p>c</p><p>d</p>',
    );
    expect(sanitize('<strong>a<p>b</p></strong>')).toBe(
      '<p><strong>a</strong></p><p><strong>b</strong></p>',
    );
  });

  it.each([
    ['<blockquote>q<footer>— A</footer></blockquote>', '<blockquote>q<br>— A</blockquote>'],
    ['<ul><li>a<section>b</section></li></ul>', '<ul><li>a<br>b</li></ul>'],
    ['<blockquote>a<br><footer>b</footer></blockquote>', '<blockquote>a<br>b</blockquote>'],
    [
      '<ul><li>a<figure>b<figcaption>c</figcaption></figure>d</li></ul>',
      '<ul><li>a<br>b<br>c<br>d</li></ul>',
    ],
    ['<blockquote><aside>a</aside>b</blockquote>', '<blockquote>a<br>b</blockquote>'],
    ['<blockquote><address>a</address>b</blockquote>', '<blockquote>a<br>b</blockquote>'],
    ['<summary>S</summary>body', '<p>S</p><p>body</p>'],
    ['<table><caption>a</caption><tr><p>b</p>c</tr></table>', '<p>a</p><p>b</p><p>c</p>'],
    [
      '<ul><li><table><tr><td><table><tr><td>a</td><td>b</td></tr></table></td></tr></table></li></ul>',
      '<ul><li><table><tbody><tr><td>a<br>b</td></tr></tbody></table></li></ul>',
    ],
    ['<ul><li>a<section><br></section>b</li></ul>', '<ul><li>a<br><br>b</li></ul>'],
    [
      '<ol><li data-list="bullet"><br></li><li data-list="bullet" class="ql-indent-1">b</li></ol>',
      '<ul><li><br><ul><li>b</li></ul></li></ul>',
    ],
  ])('a line that loses its block in %j stays a line', (html, stored) => {
    expect(sanitize(html)).toBe(stored);
    expect(sanitize(stored)).toBe(stored);
  });

  it.each([
    ['<p>a  b\n c</p>', '<p>a b c</p>'],
    ['<p>\n  a\n</p>', '<p>a</p>'],
    ['<p>a </p>', '<p>a </p>'],
    ['<p>a <b> b</b></p>', '<p>a <strong>b</strong></p>'],
    ['<p><code>a  b</code></p>', '<p><code>a  b</code></p>'],
    ['<p>a<br>\n  b</p>', '<p>a<br>b</p>'],
    ['<ul><li>a </li></ul>', '<ul><li>a </li></ul>'],
  ])('the stored white space of %j is what a browser shows', (html, stored) => {
    expect(sanitize(html)).toBe(stored);
  });

  it.each([
    ['<p><em><strong>a</strong></em></p>', '<p><strong><em>a</em></strong></p>'],
    [
      '<p><b><a href="/x">a</a></b><a href="/x">b</a></p>',
      '<p><a href="/x"><strong>a</strong>b</a></p>',
    ],
    ['<p><b><code>a</code></b><code>b</code></p>', '<p><code><strong>a</strong>b</code></p>'],
    ['<p><b>a</b><b>b</b></p>', '<p><strong>ab</strong></p>'],
    [
      '<p><span style="color:red"><b>a</b></span></p>',
      '<p><strong style="color:red">a</strong></p>',
    ],
  ])('the formats of %j are stored in one form', (html, stored) => {
    expect(sanitize(html)).toBe(stored);
  });

  it('empty lines at both ends and empty headings are removed', () => {
    expect(sanitize('<p><br></p><p>a</p><h2><br></h2><p></p><p>b</p><p><br></p>')).toBe(
      '<p>a</p><p><br></p><p>b</p>',
    );
  });
});

describe('the text of content', () => {
  it('the text of content has no tags or entities, collapsed white space and one line per block', () => {
    expect(
      plainText(
        '<h2>A &amp; B</h2><p>c<strong>d</strong>  e&nbsp;f<br>g</p><ul><li>h<ul><li>i</li></ul></li></ul><pre><code>j\n k</code></pre>',
      ),
    ).toBe('A & B\ncd e f g\nh\ni\nj k');
  });

  it('the text of content is returned with the content', () => {
    expect(prepareContent('<p>a<script>b</script></p>')).toEqual({
      content: '<p>a</p>',
      text: 'a',
    });
  });

  it.each(['', ' \n', '<p><br></p>', '<p>&nbsp;</p>', '<ul><li> </li></ul>', '<script>x</script>'])(
    'is empty for %j',
    (html) => {
      expect(isEmptyContent(html)).toBe(true);
      expect(isEmptyContent(sanitize(html))).toBe(true);
    },
  );

  it.each([
    'a',
    '<p><img src="/a.png"></p>',
    '<pre>x</pre>',
    `<iframe src="https://youtu.be/dQw4w9WgXcQ">`,
  ])("isn't empty for %j", (html) => {
    expect(isEmptyContent(sanitize(html))).toBe(false);
  });
});
