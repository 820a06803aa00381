import { markedLines } from '../../../api/contract/content/code.ts';
import { languageLabel, languageOf } from '../highlight-languages.ts';
import { attributesHtml, escapeText, type HtmlElement } from '../html.ts';

/** Returns a code block with its head. `code` is its highlighted HTML. */
export function codeBlock({ attribs }: HtmlElement, code: string): string {
  const language = languageOf(attribs['data-language']);
  const title = attribs['data-title'] ?? '';
  const head =
    (title === '' ? '' : `<span class="code-title">${escapeText(title)}</span>`) +
    `<span class="code-language">${escapeText(languageLabel(language))}</span>`;
  const hasNumbers = attribs['data-numbers'] !== undefined;
  // The block scrolls sideways. With tabindex, the keyboard can scroll it. A group isn't a
  // landmark: a post may have many.
  const attributes = {
    'data-language': language ?? 'plain',
    tabindex: 0,
    role: 'group',
    'aria-label': `Code: ${title || languageLabel(language)}`,
  };
  const marked = markedLines(attribs['data-lines'] ?? '');
  const isPlain = !hasNumbers && marked.length === 0;
  return (
    `<div class="code"><div class="code-head">${head}</div>` +
    `<pre${attributesHtml(attributes)}><code${hasNumbers ? ' class="code-numbers"' : ''}>` +
    `${isPlain ? code : withLines(code, marked)}</code></pre></div>`
  );
}

/** Makes each line an element. A token never crosses the end of a line. */
function withLines(code: string, marked: ReturnType<typeof markedLines>): string {
  let next = 0;
  const lines = code.split('\n').map((line, index) => {
    const number = index + 1;
    while ((marked[next]?.[1] ?? Infinity) < number) next++;
    const tag = (marked[next]?.[0] ?? Infinity) <= number ? 'mark' : 'span';
    return `<${tag} class="code-line">${line}\n</${tag}>`;
  });
  return lines.join('');
}
