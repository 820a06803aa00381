import { describe, expect, it } from 'vitest';
import { prepareContent } from '../../../../api/content/sanitize.ts';
import { toBlocks } from '../../../../cli/import/html/to-blocks.ts';

function converted(html: string) {
  const notes: string[] = [];
  const content = prepareContent(toBlocks(html, { note: (what) => notes.push(what) })).content;
  return { content, notes };
}

/** Cases of HTML, with the stored form and the notes of the report. */
const CASES: [name: string, html: string, content: string, notes?: string[]][] = [
  [
    'pictures with captions',
    '<div class="wp-caption"><a href="/big.jpg"><img src="/small.jpg" alt="Hut"></a><p class="wp-caption-text">A <b>hut</b></p></div>',
    '<figure><a href="/big.jpg"><img src="/small.jpg" alt="Hut"></a><figcaption>A <strong>hut</strong></figcaption></figure>',
  ],
  [
    'galleries as rows',
    '<figure><ul><li><figure><img src="/a.jpg"></figure></li><li><figure><img src="/b.jpg"></figure></li></ul><figcaption>Both</figcaption></figure>',
    '<figure><img src="/a.jpg" alt=""><img src="/b.jpg" alt=""><figcaption>Both</figcaption></figure>',
  ],
  [
    'galleries whose pictures have captions as figures',
    '<figure><figure><img src="/a.jpg"><figcaption>One</figcaption></figure><figure><img src="/b.jpg"></figure><figcaption>Both</figcaption></figure>',
    '<figure><img src="/a.jpg" alt=""><figcaption>One</figcaption></figure><figure><img src="/b.jpg" alt=""></figure><p>Both</p>',
  ],
  [
    'the caption of a table',
    '<figure><table><tr><td>1</td></tr></table><figcaption>Numbers</figcaption></figure>',
    '<table><caption>Numbers</caption><tbody><tr><td>1</td></tr></tbody></table>',
  ],
  [
    'pictures that load late',
    '<img src="data:image/gif;base64,R0lGODdhAQABAPAAAP" data-src="/late.jpg" alt="Late"><noscript><img src="/late.jpg"></noscript>',
    '<p><img src="/late.jpg" alt="Late"></p>',
  ],
  [
    'check boxes of lists',
    '<ul><li><input type="checkbox" checked> Bread</li><li><p><input type="checkbox"> Milk</p></li></ul>',
    '<ul data-checked="true"><li>Bread</li></ul><ul data-checked="false"><li><p>Milk</p></li></ul>',
  ],
  [
    'the languages of code',
    '<pre class="brush: php; title: x">echo 1;</pre><pre><code class="language-js">1 &lt; 2</code></pre>',
    '<pre data-language="php"><code>echo 1;</code></pre><pre data-language="javascript"><code>1 &lt; 2</code></pre>',
  ],
  [
    'poems as lines',
    '<pre class="wp-block-verse">One <em>two</em>\n  three</pre>',
    '<p>One <em>two</em><br>\u00a0\u00a0three</p>',
  ],
  [
    'alignment, colors and formats of styles',
    '<p style="text-align: center"><span style="font-weight:bold;color:red">a</span></p><p class="has-text-align-right">b</p>',
    '<p class="ql-align-center"><strong style="color:red">a</strong></p><p class="ql-align-right">b</p>',
  ],
  [
    'videos of YouTube',
    '<iframe src="//www.youtube.com/embed/aaaaaaaaaaa" title="Film"></iframe>',
    '<iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/aaaaaaaaaaa"',
  ],
  [
    'other embeds as links',
    '<iframe src="https://maps.example.com/x?a=1"></iframe>',
    '<p><a href="https://maps.example.com/x?a=1" rel="noopener noreferrer">https://maps.example.com/x?a=1</a></p>',
    ['An embed of maps.example.com became a link.'],
  ],
  [
    'sounds and films as links to their files',
    '<audio><source src="https://a.example/my%20song.mp3"></audio>',
    '<p><a href="https://a.example/my%20song.mp3" rel="noopener noreferrer">my song.mp3</a></p>',
    ['A sound became a link to its file.'],
  ],
  ['line breaks', '<p>One<br>two<br/>three</p>', '<p>One<br>two<br>three</p>'],
  [
    'forms as their text',
    '<form><label>Name <input name="a"></label><button>Send</button></form>',
    '<p>Name Send</p>',
    ['A field of a form was left out.', 'A form was left out. Its text is kept.'],
  ],
  [
    'links with unusable addresses as text',
    '<p><a href="javascript:alert(1)">Text</a></p>',
    '<p>Text</p>',
    ["A link was left out: its address isn't usable."],
  ],
  [
    'nothing of scripts, styles and comments',
    '<!-- wp:x --><style>p{}</style><script>alert(1)</script><p>Text</p>',
    '<p>Text</p>',
    ['A style sheet was left out.', 'A script was left out.'],
  ],
  [
    'custom elements on lines of their own',
    '<x-card>One</x-card><x-card>Two</x-card>',
    '<p>One</p><p>Two</p>',
  ],
];

describe('HTML of other systems', () => {
  it.each(CASES)('keeps %s', (_, html, content, notes = []) => {
    const result = converted(html);
    expect(result.content.slice(0, content.length)).toBe(content);
    expect(result.notes).toEqual(notes);
  });

  it('passes every address of a picture and a link to the source', () => {
    const html = '<a href="b/">x</a><img src="c.png"><video src="d.mp4" poster="e.png"></video>';
    const blocks = toBlocks(html, {
      note: () => undefined,
      link: (href) => `https://old.example/${href}`,
      picture: ({ src }) => ({ src: `https://old.example/${src}`, alt: `Of ${src}` }),
    });
    const { content } = prepareContent(blocks);
    for (const name of ['b/', 'c.png', 'd.mp4', 'e.png'])
      expect(content).toContain(`"https://old.example/${name}"`);
    expect(content).toContain('alt="Of c.png"');
  });
});
