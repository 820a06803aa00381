import { each, linesOf, type Program } from './model.ts';

export const NOTION: Program = {
  source: 'Notion',
  keeps: {
    paragraph: 'details',
    figure: 'details',
    heading: 'h3',
    list: 'ul',
    table: 'table',
    quote: 'blockquote',
    code: 'code javascript',
    callout: 'callout tip',
  },
  block(block, text) {
    if (block.kind === 'list') {
      const items = block.items.map(({ text: line, inner }) => {
        const nested = each(inner, (one) => `<li>${text(one)}</li>\n`);
        return `<li>${text(line)}${nested === '' ? '' : `\n<ul>\n${nested}</ul>\n`}</li>\n`;
      });
      return `<ul>\n${items.join('')}</ul>\n`;
    }
    if (block.kind === 'table') {
      const rows = block.rows.map(
        (cells) => `<tr>\n${each(cells, (one) => `<td>${text(one)}</td>\n`)}</tr>\n`,
      );
      return `<table>\n<tbody>\n${rows.join('')}</tbody>\n</table>\n`;
    }
    if (block.kind === 'quote')
      return `<blockquote>\n${each(block.lines, text, '<br>')}\n</blockquote>\n`;
    if (block.kind === 'code')
      return `<pre><code class="language-js">${block.lines.join('\n')}</code></pre>\n`;
    if (block.kind === 'heading') return `<h3>${text(block.lines.join(' '))}</h3>\n`;
    if (block.kind === 'callout')
      return `<aside>\n💡 ${each(block.lines, text, '<br>')}\n</aside>\n`;
    const [summary = '', ...rest] = block.lines;
    return `<details><summary>${text(summary)}</summary>${each(rest, text)}</details>`;
  },
  page: (html) => `<meta charset='utf-8'><!-- notionvc: 1f2e3d -->${html}`,
};

export const SLACK: Program = {
  source: 'Slack',
  keeps: { list: 'ul', code: 'code plain', quote: 'blockquote' },
  block(block, text) {
    if (block.kind === 'list') {
      const items = block.items.map(
        ({ text: line, inner }) =>
          `<li data-stringify-indent="0">${text(line)}</li>${each(inner, (one) => `<li data-stringify-indent="1">${text(one)}</li>`)}`,
      );
      return `<ul data-stringify-type="unordered-list" class="p-rich_text_list">${items.join('')}</ul>`;
    }
    const lines = linesOf(block);
    if (block.kind === 'code') {
      return `<pre class="c-mrkdwn__pre" data-stringify-type="pre"><div class="p-rich_text_block--no-overflow">${lines.join('<br>')}</div></pre>`;
    }
    if (block.kind === 'quote') {
      return `<blockquote type="cite" class="c-mrkdwn__quote">${each(lines, text, '<br>')}</blockquote>`;
    }
    return `<div class="p-rich_text_section">${each(lines, text, '<br><span aria-label="&nbsp;" class="c-mrkdwn__br"></span>')}</div>`;
  },
  page: (html) =>
    `<meta charset='utf-8'><span style="color: rgb(29, 28, 29); white-space: normal; display: inline !important; float: none;"></span>${html}`,
};

export const WIKIPEDIA: Program = {
  source: 'Wikipedia',
  keeps: { heading: 'h2', list: 'dl', table: 'table', quote: 'blockquote' },
  block(block, text) {
    if (block.kind === 'list') {
      const items = block.items.map(
        ({ text: line, inner }) =>
          `<dt>${text(line)}</dt>\n${each(inner, (one) => `<dd>${text(one)}</dd>\n`)}`,
      );
      return `<dl>${items.join('')}</dl>\n`;
    }
    if (block.kind === 'table') {
      const rows = block.rows.map(
        ([name = '', value = '']) =>
          `<tr><th scope="row" class="infobox-label">${text(name)}</th><td class="infobox-data"><div class="plainlist">${text(value)}</div></td></tr>`,
      );
      return `<table class="infobox"><tbody>${rows.join('\n')}</tbody></table>`;
    }
    if (block.kind === 'heading') {
      return `<div class="mw-heading"><h2 id="x">${text(block.lines.join(' '))}</h2></div>`;
    }
    const [first = '', ...rest] = block.lines;
    if (block.kind === 'quote') {
      return `<blockquote><p>${text(first)}</p>${each(rest, (line) => `<footer>${text(line)}</footer>`)}</blockquote>`;
    }
    return `<figure class="mw-halign-right" typeof="mw:File/Thumb"><figcaption>${text(first)}</figcaption></figure>${each(rest, (line) => `<p>${text(line)}\n</p>`)}`;
  },
  page: (html) => `<div class="mw-content-ltr mw-parser-output" lang="en">${html}</div>`,
};

export const GITHUB: Program = {
  source: 'GitHub',
  keeps: {
    heading: 'h2',
    list: 'tasks',
    table: 'table',
    quote: 'blockquote',
    code: 'code javascript',
    callout: 'callout warning',
  },
  block(block, text) {
    if (block.kind === 'list') {
      const items = block.items.map(({ text: line, inner }) => {
        const nested = each(inner, (one) => `<li>${text(one)}</li>`);
        return `<li class="task-list-item"><input type="checkbox" disabled>${text(line)}${nested === '' ? '' : `<ol dir="auto">${nested}</ol>`}</li>`;
      });
      return `<ul class="contains-task-list">\n${items.join('\n')}\n</ul>`;
    }
    if (block.kind === 'table') {
      const rows = block.rows.map(
        (cells) => `<tr>${each(cells, (one) => `<td>${text(one)}</td>`)}</tr>`,
      );
      return `<markdown-accessiblity-table><table role="table"><tbody>${rows.join('')}</tbody></table></markdown-accessiblity-table>`;
    }
    if (block.kind === 'code') {
      return `<div class="highlight highlight-source-js"><pre><span class="pl-k">${block.lines.join('\n')}</span></pre><div class="zeroclipboard-container"><clipboard-copy><svg><path></path></svg></clipboard-copy></div></div>`;
    }
    if (block.kind === 'heading') {
      return `<div class="markdown-heading"><h2 class="heading-element">${text(block.lines.join(' '))}</h2><a class="anchor" href="#x"></a></div>`;
    }
    if (block.kind === 'callout') {
      return `<div class="markdown-alert markdown-alert-warning" dir="auto"><p class="markdown-alert-title" dir="auto"><svg></svg>Warning</p>${each(block.lines, (line) => `<p dir="auto">${text(line)}</p>\n`)}</div>`;
    }
    return block.kind === 'quote'
      ? `<blockquote>\n${each(block.lines, (line) => `<p dir="auto">${text(line)}</p>\n`)}</blockquote>`
      : each(block.lines, (line) => `<p dir="auto">${text(line)}</p>\n`);
  },
  page: (html) =>
    `<meta charset='utf-8'><article class="markdown-body entry-content">${html}</article>`,
};

export const MAIL: Program = {
  source: 'a mail',
  keeps: { quote: 'blockquote' },
  block(block, text) {
    const line = (one: string) =>
      `<div><div style="font-family:Arial"><span>${text(one)}</span></div></div>`;
    if (block.kind === 'quote') {
      const author = `<address>${text(block.lines.at(-1) ?? '')}</address>`;
      return `<blockquote class="gmail_quote">${each(block.lines.slice(0, -1), text, '<br>')}${author}</blockquote>`;
    }
    if (block.kind === 'table') {
      const rows = block.rows.map(
        (cells) =>
          `<tr><td><table role="presentation"><tr>${each(cells, (one) => `<td>${text(one)}</td>`)}</tr></table></td></tr>`,
      );
      return `<table role="presentation" width="600"><tbody>${rows.join('')}</tbody></table>`;
    }
    return each(linesOf(block), line);
  },
  page: (html) => `<div dir="ltr">${html}</div>`,
};

export const VS_CODE: Program = {
  source: 'VS Code',
  keeps: {},
  structure: () => ['code plain'],
  text: (line) => line,
  block: (block) =>
    each(
      linesOf(block),
      (line) => `<div><span style="color: #569cd6;">${line}</span></div>`,
      '<br>',
    ),
  page: (html) =>
    `<meta charset='utf-8'><div style="color: #d4d4d4;font-family: 'Droid Sans Mono', monospace;white-space: pre;">${html}</div>`,
};

const SECTIONS = [
  'section',
  'aside',
  'header',
  'footer',
  'nav',
  'figure',
  'fieldset',
  'hgroup',
  'dialog',
];

/** Blocks in blocks, with text directly next to them. */
export const HANDMADE: Program = {
  source: 'handmade HTML',
  keeps: { list: 'ul', table: 'table', quote: 'blockquote', code: 'code plain' },
  block(block, text) {
    const lines = linesOf(block);
    const tag = SECTIONS[lines.join('').length % SECTIONS.length];
    const [first = '', ...rest] = lines;
    if (block.kind === 'list') {
      return `<ul><li>${each(lines, (line) => `${text(line)}<${tag}></${tag}>`)}</li></ul>`;
    }
    if (block.kind === 'table') {
      const cells = block.rows.map(
        ([left = '', right = '']) =>
          `<tr><td><p>${text(left)}</p></td><td><div><div>${text(right)}</div></div></td></tr>`,
      );
      return `<table>${cells.join('')}</table>`;
    }
    if (block.kind === 'quote') {
      return `<blockquote>${text(first)}${each(rest, (line) => `<${tag}>${text(line)}</${tag}>`)}</blockquote>`;
    }
    if (block.kind === 'code') return `<pre>${each(lines, (line) => `<div>${line}</div>`)}</pre>`;
    if (block.kind === 'heading')
      return `<span><b>${text(first)}</b></span>\n<!-- --><${tag}></${tag}>`;
    const shown = each(rest, (line) => `<span style="display:block">${text(line)}</span>`);
    return `<${tag}>${text(first)}${shown}</${tag}>`;
  },
  page: (html) => `${html}`,
};
