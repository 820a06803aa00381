/** HTML that other programs put on the clipboard, and what is saved when it's pasted. */
const docs = (html: string) =>
  `<b style="font-weight:normal;" id="docs-internal-guid-1">${html}</b>`;
const mono = (line: string) =>
  `<p dir="ltr"><span style="font-family:'Roboto Mono',monospace">${line}</span></p>`;
export const PASTED: readonly (readonly [html: string, stored: string])[] = [
  // Code of ChatGPT and MDN, with its language.
  [
    '<pre><div><div>python</div><div><button>Copy code</button></div><div><code class="language-python"><span>print(1)\n</span></code></div></div></pre>',
    '<pre data-language="python"><code>print(1)</code></pre>',
  ],
  [
    '<div class="code-example"><div class="example-header"><span class="language-name">css</span><button>Copy</button></div><pre class="brush: css notranslate"><code>a { }\n</code></pre></div>',
    '<pre data-language="css"><code>a { }</code></pre>',
  ],
  [
    '<details><summary>s</summary><p>t</p></details>',
    '<details><summary>s</summary><p>t</p></details>',
  ],
  // Nothing is glued.
  [
    '<div>a<aside>b</aside>c<dialog open>d</dialog>e</div><my-el>f</my-el><x style="display:flex">g</x>h',
    '<p>a</p><p>b</p><p>c</p><p>d</p><p>e</p><p>f</p><p>g</p><p>h</p>',
  ],
  ['<p>un<x-y>rel</x-y>ated <x-z>words</x-z></p>', '<p>unrelated words</p>'],
  ['<span>a<br><br>b<br>c</span>', '<p>a</p><p>b<br>c</p>'],
  ['<blockquote>a<br><br>b</blockquote>', '<blockquote><p>a</p><p>b</p></blockquote>'],
  ['<div>a</div><div><br></div><div>b</div><p>&nbsp;</p><p>c<br></p>', '<p>a</p><p>b</p><p>c</p>'],
  ['<h3><button>a</button></h3><p>b <button>Copy</button></p>', '<h3>a</h3><p>b </p>'],
  // Lists of Word in the browser, check lists and code of Google Docs.
  [
    ['1', '2', '1']
      .map(
        (level) =>
          `<div class="ListContainerWrapper"><ul><li data-aria-level="${level}"><p>a</p></li></ul></div>`,
      )
      .join(''),
    '<ul><li>a<ul><li>a</li></ul></li><li>a</li></ul>',
  ],
  [
    docs('<ul><li role="checkbox" aria-checked="true"><p dir="ltr">a</p></li></ul>'),
    '<ul data-checked="true"><li>a</li></ul>',
  ],
  [
    docs(`<p><span style="font-family:Arial">a</span></p>${mono('b')}${mono('c')}`),
    '<p>a</p><pre data-language="plain"><code>b\nc</code></pre>',
  ],
  // Footnotes of Word and GitHub.
  [
    '<p>a<a href="#_ftn1" name="_ftnref1">[1]</a></p><div><hr><div id=ftn1><p><a href="#_ftnref1" name="_ftn1">[1]</a> b</p></div></div>',
    '<p>a<span data-footnote>b</span></p>',
  ],
  [
    '<p>a<sup><a href="https://x.example/#fn-1" id="ref-1">1</a></sup></p><ol><li id="fn-1"><p>b <a href="https://x.example/#ref-1">↩</a></p></li></ol>',
    '<p>a<span data-footnote>b</span></p>',
  ],
  [
    '<p>a <span class="katex"><math><semantics><mi>b</mi><annotation encoding="application/x-tex">b^2</annotation></semantics></math><span aria-hidden="true">b2</span></span></p>',
    '<p>a <span data-math>b^2</span></p>',
  ],
  [
    '<blockquote><p>[!WARNING]<br>a</p></blockquote>',
    '<aside data-callout="warning"><p>a</p></aside>',
  ],
  [
    '<div class="admonition tip"><p class="admonition-title">Tip</p><p>a</p></div>',
    '<aside data-callout="tip"><p>a</p></aside>',
  ],
  // A caption without a picture is a paragraph.
  ['<p>a</p><figure><figcaption>b</figcaption></figure><p>c</p>', '<p>a</p><p>b</p><p>c</p>'],
  ['<p>H<span style="vertical-align:sub">2</span>O</p>', '<p>H<sub>2</sub>O</p>'],
];
