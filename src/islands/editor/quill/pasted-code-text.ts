import { BLOCKS } from '../../../../api/contract/content/elements.ts';

/** Elements that programs add around code. */
export const CONTROLS =
  'button, [role="button"], svg, [hidden], select, textarea, input, style, script';
/** Classes of numbers of lines, and of what can't be selected in the page. */
const NOT_CODE =
  /(^|[\s_])(line-?no|linenos?|line-?num(ber)?s?(-rows)?|lnt?|gutter|gl|blob-num|hljs-ln-numbers|select-none|cm-gutters|react-syntax-highlighter-line-number)(\s|$)/i;
const BLOCK_DISPLAY = /^(block|flex|grid|list-item|table|table-row)$/;
const LINE = /(^|\s)(line|token-line|view-line|cm-line|code-line)(\s|$)/;

/** Returns the text of code as the page shows it, without buttons and numbers of lines. */
export function textOfCode(code: Element): string {
  const parts: string[] = [];
  const add = (text: string) => {
    if (text !== '') parts.push(text);
  };
  const isAtStart = () => parts.length === 0 || parts.at(-1)?.endsWith('\n') === true;
  // Highlighters have either line breaks or an element for each line.
  const hasBreaks = code.querySelector('br') !== null || code.textContent?.includes('\n') === true;
  const walk = (node: Node) => {
    if (!(node instanceof HTMLElement)) {
      if (node.nodeType === Node.TEXT_NODE) add((node.nodeValue ?? '').replaceAll('\u00a0', ' '));
      return;
    }
    if (node.tagName === 'BR') add('\n');
    if (node !== code && isExtra(node)) return;
    const isNamedLine = !hasBreaks && LINE.test(node.className);
    const isLine =
      isNamedLine || BLOCKS.has(node.localName) || BLOCK_DISPLAY.test(node.style.display);
    if (isLine && !isAtStart()) add('\n');
    const before = parts.length;
    for (const child of node.childNodes) walk(child);
    const isShown = isNamedLine || parts.length > before;
    if (isLine && isShown && (parts.length === before || !isAtStart())) add('\n');
  };
  for (const child of code.childNodes) walk(child);
  return parts.join('');
}

function isExtra(element: HTMLElement): boolean {
  if (element.matches(CONTROLS) || NOT_CODE.test(element.className)) return true;
  const text = element.textContent?.trim() ?? '';
  return (
    element.style.userSelect === 'none' ||
    (element.ariaHidden === 'true' && /^[\d\s]*$/.test(text)) ||
    element.dataset.lineNumber === (text || element.dataset.lineNumber || '')
  );
}
