import { LANGUAGES } from '../../api/contract/content/code.ts';
import type { generator } from './random.ts';

type Random = ReturnType<typeof generator>;

const WORDS = [
  ...['word', 'Two words', 'a < b && c', '“quotes”', 'don’t', 'x', '1.5 kg', 'snake_case', '**'],
  ...[
    '历史与理事',
    'ガイド',
    '한국어',
    'é',
    'مُحَمَّد',
    'שלום',
    'मुंबई',
    'မြို့',
    'ไทย',
    '👨‍👩‍👧',
    '𝒳',
    '🇩🇪',
  ],
  ...[
    '100\u00a0km',
    '\u00a0',
    'a \u00a0 b',
    'soft\u00adhyphen',
    'zero\u200bwidth',
    '\ufeff',
    'a\u2028b',
  ],
];
const HREFS = [
  ...['https://example.com/a?b=1&c=2#d', 'http://münchen.de', 'mailto:a@example.com', 'tel:+1234'],
  ...[
    '/about',
    '#part',
    'about.html',
    '../up',
    '?page=2',
    '//cdn.example/x',
    'https://例え.テスト/パス',
  ],
];
const SOURCES = ['/uploads/1-a.png', 'https://example.com/a.png?x=1&y=2', '/icon-192.png'];
const VIDEOS = [
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42',
  'https://vimeo.com/76979871',
  'https://vimeo.com/76979871/8272103f6e',
];
const COLORS = ['#e60000', '#0066cc80', 'red', 'rebeccapurple', 'transparent', '#fff'];
const FORMULAS = [
  'x^2',
  '\\frac{a}{b} &lt; c',
  '\\begin{aligned}\n a &amp;= b \\\\\n c &amp;= d\n\\end{aligned}',
];
const MARKS = ['strong', 'em', 'u', 's', 'code', 'a', 'span', 'span', 'sup', 'sub'];
const TAGS = ['p', 'p', 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote'];

/** Returns HTML with any of the forms that posts may have. Sanitize it to get the stored form. */
export function randomDocument(random: Random): string {
  return new DocumentWriter(random).blocks(1 + random(8));
}

class DocumentWriter {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  blocks(count: number): string {
    return Array.from({ length: count }, () => this.#block()).join('');
  }

  #block(): string {
    switch (this.#random(11)) {
      case 9:
      case 10:
        return this.#ownBlock(0);
      case 0:
        return this.#list(0);
      case 1:
        return this.#list(0) + this.#list(0) + (this.#one(2) ? this.#list(0) : '');
      case 2:
        return this.#code();
      case 3:
        return this.#code() + this.#code();
      case 4:
        return this.#quote();
      case 5:
        return this.#one(3) ? this.#video() : '<p><br></p>';
      default: {
        const tag = this.#pick(TAGS);
        return `<${tag}${this.#classes()}>${this.#inline()}</${tag}>`;
      }
    }
  }

  #quote(): string {
    const parts = Array.from({ length: 1 + this.#random(3) }, () => {
      switch (this.#random(10)) {
        case 0:
          return this.#list(0);
        case 1:
          return this.#code();
        case 2:
          return `<h3>${this.#inline()}</h3>`;
        case 3:
          return this.#inline();
        case 4:
          return this.#one(4) ? this.#quote() : this.#video();
        default:
          return `<p${this.#one(9) ? this.#classes() : ''}>${this.#inline()}</p>`;
      }
    });
    return `<blockquote${this.#classes()}>${parts.join('')}</blockquote>`;
  }

  #list(depth: number): string {
    const kind = this.#pick([
      ...['<ul>', '<ul>', '<ol>', '<ol>', `<ol start="${1 + this.#random(7)}">`],
      ...['<ul data-checked="true">', '<ul data-checked="false">'],
    ]);
    const items = Array.from({ length: 1 + this.#random(4) }, () => this.#item(depth));
    return `${kind}${items.join('')}</${kind.slice(1, 3)}>`;
  }

  #item(depth: number): string {
    const indent = this.#one(20) ? ` class="ql-indent-${1 + this.#random(4)}"` : this.#classes();
    let html = this.#pick([
      ...[this.#inline(), this.#inline(), this.#inline(), `<p>${this.#inline()}</p>`, '<br>'],
      `${this.#inline()}${this.#code()}`,
    ]);
    if (this.#one(15)) html += `<p>${this.#inline()}</p>`;
    if (this.#one(25)) html += this.#one(2) ? this.#quote() : this.#video();
    if (this.#one(25)) html += this.#ownBlock(depth + 1);
    if (depth < 3 && this.#one(4)) html += this.#list(depth + 1);
    if (this.#one(30)) html += this.#inline();
    return `<li${indent}>${html}</li>`;
  }

  #code(): string {
    const lines = [
      'const a = `<b>`;',
      '',
      '  two  spaces',
      '\ttab &amp; more',
      '',
      'end  ',
      '值 = 1',
    ];
    const text = Array.from({ length: 1 + this.#random(5) }, () => this.#pick(lines)).join('\n');
    const more = [
      this.#one(4) ? ' data-title="a &quot;b&quot;.ts"' : '',
      this.#one(4) ? ' data-lines="2,4-9"' : '',
      this.#one(4) ? ' data-numbers' : '',
    ].join('');
    return `<pre data-language="${this.#pick(LANGUAGES)}"${more}><code>${text.replaceAll('<', '&lt;')}x</code></pre>`;
  }

  /** Returns a block with a writer in `api/contract/content/blocks/`. */
  #ownBlock(depth: number): string {
    const inner = () => this.#several(3, () => this.#innerBlock(depth + 1));
    switch (this.#random(7)) {
      case 0:
        return '<hr>';
      case 1:
        return this.#figure();
      case 2:
        return `<aside data-callout="${this.#pick(['note', 'tip', 'warning'])}">${inner()}</aside>`;
      case 3:
        return `<details><summary>${this.#inline()}</summary>${inner()}</details>`;
      case 4: {
        const part = () =>
          `<dt>${this.#inline()}</dt><dd>${this.#one(3) ? inner() : this.#inline()}</dd>`;
        return `<dl>${this.#several(3, part)}</dl>`;
      }
      case 5:
        return `<div data-math>${this.#pick(FORMULAS)}</div>`;
      default:
        return this.#table(depth);
    }
  }

  #innerBlock(depth: number): string {
    if (depth < 3 && this.#one(4)) return this.#ownBlock(depth);
    if (this.#one(4)) return this.#list(depth);
    return this.#one(5) ? this.#code() : `<p${this.#classes()}>${this.#inline()}</p>`;
  }

  #figure(): string {
    const width = this.#pick(['', '', ' data-width="wide"', ' data-width="full"']);
    const picture = () => {
      const img = `<img src="${this.#pick(SOURCES).replace('&', '&amp;')}" alt="${this.#pick(['', '写真'])}">`;
      return this.#one(3)
        ? `<a href="${this.#pick(HREFS).replaceAll('&', '&amp;')}">${img}</a>`
        : img;
    };
    const caption = this.#one(2) ? `<figcaption>${this.#inline()}</figcaption>` : '';
    return `<figure${width}>${this.#several(5, picture)}${caption}</figure>`;
  }

  #table(depth: number): string {
    const cell = () => {
      const name = this.#pick(['td', 'td', 'td', 'th', 'th scope="row"']);
      const span = this.#one(5) ? ` ${this.#pick(['col', 'row'])}span="${this.#random(4)}"` : '';
      const align = this.#one(3) ? ` data-align="${this.#pick(['left', 'center', 'right'])}"` : '';
      const inner = this.#one(8) ? this.#innerBlock(depth + 1) : this.#one(4) ? '' : this.#inline();
      return `<${name}${span}${align}>${inner}</${name.slice(0, 2)}>`;
    };
    const row = () => `<tr>${this.#several(4, cell)}</tr>`;
    const caption = this.#one(3) ? `<caption>${this.#inline()}</caption>` : '';
    const head = this.#one(2) ? `<thead>${row()}</thead>` : '';
    return `<table>${caption}${head}<tbody>${this.#several(4, row)}</tbody></table>`;
  }

  #several(most: number, write: () => string): string {
    return Array.from({ length: 1 + this.#random(most) }, write).join('');
  }

  #video(): string {
    const title = this.#one(2) ? ` title="${this.#pick(WORDS).replaceAll('"', '')}"` : '';
    const align = this.#one(3) ? ' class="ql-video ql-align-center"' : '';
    return `<iframe${align} src="${this.#pick(VIDEOS).replace('&', '&amp;')}"${title}></iframe>`;
  }

  #inline(): string {
    const count = 1 + this.#random(4);
    return Array.from({ length: count }, () => this.#run(0)).join(this.#one(2) ? ' ' : '');
  }

  #run(depth: number): string {
    if (depth > 2 || this.#one(2)) return this.#leaf();
    const tag = this.#pick(MARKS);
    const inner = Array.from({ length: 1 + this.#random(2) }, () => this.#run(depth + 1)).join('');
    const href = tag === 'a' ? ` href="${this.#pick(HREFS).replaceAll('&', '&amp;')}"` : '';
    return `<${tag}${href}${tag === 'span' || this.#one(8) ? this.#styles() : ''}>${inner}</${tag}>`;
  }

  #leaf(): string {
    switch (this.#random(14)) {
      case 12:
        return `<span data-footnote>${this.#one(2) ? 'note' : this.#inline()}</span>`;
      case 13:
        return `<span data-math>${this.#pick(FORMULAS)}</span>`;
      case 0:
        return '<br>';
      case 1: {
        const width = this.#one(2) ? ' width="300"' : '';
        const height = this.#one(3) ? ' height="200"' : '';
        const alt = this.#one(2) ? ` alt="${this.#pick(['A “cat”', 'a &lt; b', '写真'])}"` : '';
        return `<img src="${this.#pick(SOURCES).replace('&', '&amp;')}"${alt}${width}${height}>`;
      }
      case 2:
        return '<code>two  spaces and\ta tab</code>';
      case 3:
        return `${this.#pick(WORDS.filter((word) => !word.includes('<')))}  `;
      default:
        return this.#pick(WORDS).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    }
  }

  #classes(): string {
    if (!this.#one(4)) return '';
    const classes = [
      this.#one(3) ? `ql-indent-${1 + this.#random(8)}` : '',
      `ql-align-${this.#pick(['center', 'right', 'justify'])}`,
      this.#one(4) ? 'ql-direction-rtl' : '',
    ];
    return ` class="${classes.filter(Boolean).join(' ')}"`;
  }

  #styles(): string {
    const font = this.#pick(['', 'ql-font-serif', 'ql-font-monospace', 'ql-size-huge']);
    const color = this.#one(2) ? `color:${this.#pick(COLORS)}` : '';
    const background = this.#one(4) ? `background-color:${this.#pick(COLORS)}` : '';
    return ` class="${font}" style="${[color, background].filter(Boolean).join(';')}"`;
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#random(from.length)] as T;
  }

  /** Returns true once in a number of times. */
  #one(times: number): boolean {
    return this.#random(times) === 0;
  }
}
