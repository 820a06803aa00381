import { markdownToHtml } from '../../../src/islands/editor/quill/pasted-markdown-html.ts';
import { type Block, each, linesOf, type Program } from './model.ts';

/** Programs that show code in a frame, with a label and buttons. Other blocks are plain HTML. */
function framed(source: string, language: string, code: (lines: string[]) => string): Program {
  return {
    source,
    keeps: {
      heading: 'h3',
      list: 'ul',
      table: 'table',
      quote: 'blockquote',
      code: `code ${language}`,
      figure: 'figure',
    },
    block(block, text) {
      if (block.kind === 'code') return code(block.lines);
      if (block.kind === 'list') {
        const items = block.items.map(({ text: line, inner }) => {
          const nested = each(inner, (one) => `<li><p>${text(one)}</p></li>`);
          return `<li>\n<p>${text(line)}</p>\n${nested === '' ? '' : `<ul>${nested}</ul>`}</li>\n`;
        });
        return `<ul data-start="1">\n${items.join('')}</ul>`;
      }
      if (block.kind === 'table') {
        const rows = block.rows.map(
          (cells) => `<tr>${each(cells, (one) => `<td>${text(one)}</td>`)}</tr>`,
        );
        return `<div class="table-wrapper"><table><tbody>${rows.join('')}</tbody></table></div>`;
      }
      if (block.kind === 'heading') return `<h3>${text(block.lines.join(' '))}</h3>`;
      if (block.kind === 'figure') {
        return `<figure><picture><source srcset="/a.webp"><img src="http://editor.example/a.png" alt=""></picture><figcaption>${text(block.lines.join(' '))}</figcaption></figure>`;
      }
      const lines = each(block.lines, (line) => `<p>${text(line)}</p>\n`);
      return block.kind === 'quote' ? `<blockquote>\n${lines}</blockquote>` : lines;
    },
    page: (html) => `<meta charset='utf-8'><!--StartFragment-->${html}<!--EndFragment-->`,
  };
}

const spans = (lines: string[]) =>
  lines.map((line) => `<span class="token">${line}</span>`).join('\n');

export const CODE_PROGRAMS: readonly Program[] = [
  framed(
    'ChatGPT',
    'python',
    (lines) =>
      `<pre class="overflow-visible!"><div class="contain-inline-size rounded-2xl relative"><div class="flex items-center text-xs justify-between select-none">python</div><div class="sticky top-9"><div><button aria-label="Copy"><svg></svg>Copy code</button></div></div><div class="overflow-y-auto p-4" dir="ltr"><code class="whitespace-pre! language-python"><span>${spans(lines)}</span></code></div></div></pre>`,
  ),
  framed(
    'ChatGPT with its editor',
    'python',
    (lines) =>
      `<pre class="overflow-visible! px-0!" data-start="0"><div class="relative w-full"><div class="border rounded-3xl"><div class="sticky"><div>Python</div></div><div class="relative z-0"><div id="code-block-viewer" class="cm-editor"><div class="cm-scroller"><div class="cm-content">${each(lines, (line) => `<span>${line}</span>`, '<br>')}</div></div></div></div></div></div></pre>`,
  ),
  framed(
    'Claude',
    'bash',
    (lines) =>
      `<div class="relative group/copy rounded-lg"><div class="sticky opacity-0"><button>Copy</button></div><div class="text-text-500 font-small">bash</div><div class="overflow-x-auto"><pre class="code-block__code"><code class="language-bash"><span>${spans(lines)}</span></code></pre></div></div>`,
  ),
  framed(
    'Gemini',
    'cs',
    (lines) =>
      `<code-block><div class="code-block"><div class="code-block-decoration header-formatted"><span>C#</span><div class="buttons"><button>content_copy</button></div></div><div class="formatted-code-block-internal-container"><div><pre><code role="text" class="code-container formatted">${spans(lines)}</code></pre></div></div></div></code-block>`,
  ),
  framed(
    'MDN',
    'javascript',
    (lines) =>
      `<div class="code-example"><div class="example-header"><span class="language-name">js</span><button type="button" class="icon copy-icon"><span class="visually-hidden">Copy to Clipboard</span></button></div><pre class="brush: js notranslate"><code>${spans(lines)}\n</code></pre></div>`,
  ),
  framed(
    'Stack Overflow',
    'python',
    (lines) =>
      `<pre class="lang-py s-code-block"><code class="hljs language-python" data-highlighted="yes">${spans(lines)}\n</code></pre>`,
  ),
  framed(
    'a page with numbers of lines',
    'ruby',
    (lines) =>
      `<div class="language-ruby highlighter-rouge"><div class="highlight"><table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">${lines.map((_, index) => index + 1).join('\n')}\n</pre></td><td class="rouge-code"><pre>${spans(lines)}\n</pre></td></tr></tbody></table></div></div>`,
  ),
  framed(
    'a file on GitHub',
    'go',
    (lines) =>
      `<div class="highlight highlight-source-go"><table class="highlight js-file-line-container"><tbody>${lines.map((line, index) => `<tr><td class="blob-num js-line-number" data-line-number="${index + 1}"></td><td class="blob-code blob-code-inner js-file-line">${line}</td></tr>`).join('\n')}</tbody></table></div>`,
  ),
];

/** Markdown as plain text: its HTML goes the same way as that of a clipboard. */
export const MARKDOWN: Program = {
  source: 'Markdown',
  keeps: {
    heading: 'h2',
    list: 'tasks',
    table: 'table',
    quote: 'blockquote',
    code: 'code css',
    callout: 'callout note',
    figure: 'figure',
  },
  text: (line) => line,
  block: (block) => `${markdownOf(block)}\n\n`,
  page: (text) => markdownToHtml(text),
};

function markdownOf(block: Block): string {
  if (block.kind === 'list') {
    return block.items
      .map(({ text, inner }) => `- [x] **${text}**${each(inner, (one) => `\n  - [ ] ${one}`)}`)
      .join('\n');
  }
  if (block.kind === 'table') {
    const [first = [], ...rest] = block.rows.map((cells) => `| ${cells.join(' | ')} |`);
    return [first, '| --- | :-: |', ...rest].join('\n');
  }
  const lines = linesOf(block);
  if (block.kind === 'heading') return `## ${lines.join(' ')}`;
  if (block.kind === 'code') return `\`\`\`css\n${lines.join('\n')}\n\`\`\``;
  if (block.kind === 'quote') return lines.map((line) => `> ${line}`).join('\n>\n');
  if (block.kind === 'callout')
    return `> [!NOTE]\n${lines.map((line) => `> ${line}`).join('\n>\n')}`;
  if (block.kind === 'figure') {
    return `<figure>\n<img src="/a.png" alt="">\n<figcaption>${lines.join(' ')}</figcaption>\n</figure>`;
  }
  return lines.join('\n\n');
}
