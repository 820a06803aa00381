import { describe, expect, it } from 'vitest';
import { sanitize } from '../../../../api/content/sanitize.ts';
import { type Dialect, markdownToHtml } from '../../../../cli/import/markdown/html.ts';

const LIQUID: Dialect = {
  liquid: {
    postUrl: (name) => (name.endsWith('known') ? '/post/known' : undefined),
    url: 'https://old.example',
    base: '/blog',
  },
};

/** The stored form, and what the report says. */
function stored(markdown: string, dialect: Dialect = {}): { content: string; findings: string[] } {
  const { html, findings } = markdownToHtml(markdown, dialect);
  return { content: sanitize(html).replace(/\n/g, ''), findings };
}

const content = (markdown: string, dialect?: Dialect) => stored(markdown, dialect).content;

describe('Markdown of other systems', () => {
  it.each([
    ['> [!WARNING]\n> Hot', '<aside data-callout="warning"><p>Hot</p></aside>'],
    [
      '> [!tip]- Look *here*\n> One\n>\n> Two',
      '<aside data-callout="tip"><p><strong>Look <em>here</em></strong></p><p>One</p><p>Two</p></aside>',
    ],
    [
      ':::note[Title]\nText\n:::',
      '<aside data-callout="note"><p><strong>Title</strong></p><p>Text</p></aside>',
    ],
  ])('turns the callout %j into one of a post', (markdown, expected) => {
    expect(content(markdown)).toBe(expected);
  });

  it('puts a footnote where its mark is, with all its paragraphs', () => {
    expect(content('A[^x] b.\n\n[^x]: First *note*.\n\n    Second.\n\nEnd')).toBe(
      '<p>A<span data-footnote>First <em>note</em>.<br>Second.</span> b.</p><p>End</p>',
    );
    expect(content('A^[in the [line](/a)] b')).toBe(
      '<p>A<span data-footnote>in the <a href="/a">line</a></span> b</p>',
    );
  });

  it('keeps a footnote that has no mark', () => {
    const { content: html, findings } = stored('Text\n\n[^lost]: Words');
    expect(html).toBe('<p>Text</p><p>Words</p>');
    expect(findings).toEqual(['A footnote without its mark is at the end.']);
  });

  it('reads formulas, and leaves prices alone', () => {
    expect(content('It is $a_1$.\n\n$$\nx^2\n$$')).toBe(
      '<p>It is <span data-math>a_1</span>.</p><div data-math>x^2</div>',
    );
    expect(content('From $5 to $10, or $20$ off')).toBe('<p>From $5 to $10, or $20$ off</p>');
  });

  it('reads lists of definitions', () => {
    expect(content('Text\n\nOne\n: First\n: Other\n\nTwo\n\n: Second\n\nEnd')).toBe(
      '<p>Text</p><dl><dt>One</dt><dd>First</dd><dd>Other</dd><dt>Two</dt><dd>Second</dd></dl><p>End</p>',
    );
  });

  it('leaves out attributes for styles', () => {
    expect(content('## Title {#id .big}\n\nText\n{: .note}\n\n![a](/a.png){: .wide}')).toBe(
      '<h2>Title</h2><p>Text</p><p><img src="/a.png" alt="a"></p>',
    );
    expect(content('A `{: .code}` stays')).toBe('<p>A <code>{: .code}</code> stays</p>');
  });

  it('keeps the title and the lines of code', () => {
    expect(content('```js title="a.js" {1,3-4} showLineNumbers\nx\n```')).toBe(
      '<pre data-language="javascript" data-title="a.js" data-lines="1,3-4" data-numbers><code>x</code></pre>',
    );
  });

  it('makes the title of a picture its caption', () => {
    expect(content('![Alt](/a.png "Words")')).toBe(
      '<figure><img src="/a.png" alt="Alt"><figcaption>Words</figcaption></figure>',
    );
  });

  it('keeps text that is nested too deeply for Markdown', () => {
    const { content: html, findings } = stored(`${'> '.repeat(20_000)}Words`);
    expect(html).toContain('Words');
    expect(findings).toEqual(['Kept as plain text: the Markdown is nested too deeply.']);
  });
});

describe('tags of Liquid', () => {
  it('become blocks that posts have', () => {
    const markdown =
      '{% figure caption:"A *b*" %}\n![x](/x.png)\n{% endfigure %}\n\n{% youtube dQw4w9WgXcQ %}\n\n' +
      '{% highlight ruby linenos %}\nputs 1 < 2\n{% endhighlight %}\n\n{% gist me/12 %}';
    const html = content(markdown, LIQUID);
    expect(html).toContain(
      '<figure><img src="/x.png" alt="x"><figcaption>A <em>b</em></figcaption></figure>',
    );
    expect(html).toContain('src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"');
    expect(html).toContain(
      '<pre data-language="ruby" data-numbers><code>puts 1 &lt; 2</code></pre>',
    );
    expect(html).toContain('href="https://gist.github.com/me/12"');
  });

  it('find players inside of figures', () => {
    const markdown = '{% figure caption:"Film" %}\n{% vimeo 48912912 %}\n{% endfigure %}';
    expect(content(markdown, LIQUID)).toContain('src="https://player.vimeo.com/video/48912912"');
  });

  it('give the addresses of posts and files', () => {
    expect(
      content('[a]({% post_url 2024-01-01-known %}), ![b]({{ site.url }}/b.png)', LIQUID),
    ).toBe('<p><a href="/post/known">a</a>, <img src="https://old.example/b.png" alt="b"></p>');
  });

  it('stay as text if they are raw, in code or unknown, and the report counts the unknown', () => {
    const markdown =
      '{% raw %}`{{ x }}`{% endraw %}\n\n{% notice %}\nA **b**\n{% endnotice %}\n\n```\n{% figure %}\n```';
    expect(stored(markdown, LIQUID)).toEqual({
      content:
        '<p><code>{{ x }}</code></p><p>{% notice %} A <strong>b</strong> {% endnotice %}</p>' +
        '<pre data-language="plain"><code>{% figure %}</code></pre>',
      findings: [
        'Kept as text: {% notice %}.',
        'Kept as text: {% endnotice %}.',
        'Kept as text: {% figure %}.',
      ],
    });
  });
});

describe('shortcodes of Hugo', () => {
  const HUGO: Dialect = { shortcodes: (path) => (path === 'a.md' ? '/post/a' : undefined) };

  it('become blocks and links', () => {
    const markdown =
      '{{< figure src="/a.png" alt="A" caption="Words" >}}\n\n{{< youtube id="dQw4w9WgXcQ" >}}\n\n' +
      '{{< tweet user="me" id="12" >}}\n\n[link]({{< ref "a.md" >}})';
    const html = content(markdown, HUGO);
    expect(html).toContain(
      '<figure><img src="/a.png" alt="A"><figcaption>Words</figcaption></figure>',
    );
    expect(html).toContain('embed/dQw4w9WgXcQ');
    expect(html).toContain('href="https://twitter.com/me/status/12"');
    expect(html).toContain('<a href="/post/a">link</a>');
  });

  it('stay as text if they are unknown, and never run', () => {
    expect(stored('{{< now.inline >}}{{ now }}{{< /now.inline >}} {{</* x */>}}', HUGO)).toEqual({
      content: '<p>{{&lt; now.inline &gt;}}{{ now }}{{&lt; /now.inline &gt;}} {{&lt; x &gt;}}</p>',
      findings: ['Kept as text: {{< now.inline >}}.', 'Kept as text: {{< /now.inline >}}.'],
    });
  });
});

describe('MDX', () => {
  it('keeps the text of components, and names what it leaves out', () => {
    const markdown =
      "import Box from './Box.astro';\n\n<Box color={'red'}>\n\nA **b**\n\n</Box>\n\n```js\nimport x from 'y';\n```";
    expect(stored(markdown, { isMdx: true })).toEqual({
      content:
        '<p>A <strong>b</strong></p><pre data-language="javascript"><code>import x from \'y\';</code></pre>',
      findings: ['Left out: an import.', "Left out: the component Box (color={'red'})."],
    });
  });
});
