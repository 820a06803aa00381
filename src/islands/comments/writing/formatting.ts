/** The text of a field and its selection. */
export interface Selected {
  text: string;
  start: number;
  end: number;
}

/** Replaces the text from `from` to `to`, then selects `select`. */
export interface Edit {
  from: number;
  to: number;
  insert: string;
  select: [number, number];
}

export type Format = 'bold' | 'italic' | 'code' | 'quote' | 'link';

/** Returns the edit that formats the selection, or removes this formatting from it. */
export function format(selected: Selected, format: Format): Edit {
  const inner = withoutSpaces(selected);
  if (format === 'bold') return toggle(inner, '**');
  if (format === 'italic') return toggle(inner, '*');
  if (format === 'code') return toggleCode(inner);
  return format === 'quote' ? toggleQuote(selected) : addLink(inner);
}

/** Formatting signs have no effect next to a space. */
function withoutSpaces({ text, start, end }: Selected): Selected {
  const selection = text.slice(start, end);
  if (selection.trim() === '') return { text, start, end };
  return {
    text,
    start: start + selection.length - selection.trimStart().length,
    end: start + selection.trimEnd().length,
  };
}

function toggle({ text, start, end }: Selected, sign: '*' | '**' | '`'): Edit {
  const inner = text.slice(start, end);
  const before = hasSign(runBefore(text, start, sign), sign);
  const after = hasSign(runBefore(reversed(text), text.length - end, sign), sign);
  const { length } = sign;
  if (before && after) {
    return {
      from: start - length,
      to: end + length,
      insert: inner,
      select: [start - length, end - length],
    };
  }
  const isWhole = inner.length > 2 * length && inner.startsWith(sign) && inner.endsWith(sign);
  if (isWhole && hasSign(runBefore(reversed(inner), inner.length, sign), sign)) {
    const insert = inner.slice(length, -length);
    return { from: start, to: end, insert, select: [start, start + insert.length] };
  }
  return {
    from: start,
    to: end,
    insert: sign + inner + sign,
    select: [start + length, end + length],
  };
}

const reversed = (text: string) => text.split('').reverse().join('');

/** Returns how many times a sign's character repeats right before a position. */
function runBefore(text: string, at: number, sign: string): number {
  let length = 0;
  while (text[at - 1 - length] === sign[0]) length += 1;
  return length;
}

/** Three stars are bold and italic. */
function hasSign(run: number, sign: string): boolean {
  if (sign === '*') return run === 1 || run === 3;
  return run >= sign.length;
}

/** Several lines become a block of code. Code with backticks gets two, and spaces. */
function toggleCode(selected: Selected): Edit {
  const { text, start, end } = selected;
  const inner = text.slice(start, end);
  if (inner.includes('\n')) {
    const [first, last] = [lineStart(text, start), lineEnd(text, end)];
    const lines = text.slice(first, last);
    const insert = `\`\`\`\n${lines}\n\`\`\``;
    return { from: first, to: last, insert, select: [first + 4, first + 4 + lines.length] };
  }
  if (!/[^`]`+[^`]/.test(inner)) return toggle(selected, '`');
  return {
    from: start,
    to: end,
    insert: `\`\` ${inner} \`\``,
    select: [start + 3, end + 3],
  };
}

/** Begins each line of the selection with `> `, or removes it from all. */
function toggleQuote({ text, start, end }: Selected): Edit {
  const [from, to] = [lineStart(text, start), lineEnd(text, end)];
  const lines = text.slice(from, to).split('\n');
  const isQuote = lines.every((line) => line.startsWith('>'));
  const insert = isQuote
    ? lines.map((line) => line.replace(/^> ?/, '')).join('\n')
    : quoted(lines.join('\n'));
  const select: Edit['select'] =
    start === end ? [from + insert.length, from + insert.length] : [from, from + insert.length];
  return { from, to, insert, select };
}

const lineStart = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1;

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

const ADDRESS = /^(?:https?:\/\/|www\.)\S+$/i;
const HOST = /^[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/;

/** An address is a link already. After other text, inserts the start of an address. */
function addLink({ text, start, end }: Selected): Edit {
  const inner = text.slice(start, end);
  if (ADDRESS.test(inner)) return { from: end, to: end, insert: '', select: [start, end] };
  const insert = HOST.test(inner) ? `https://${inner}` : `${inner}${inner && ' '}https://`;
  const cursor = start + insert.length;
  return { from: start, to: end, insert, select: [cursor, cursor] };
}

/** Returns a text as a quote. */
export function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}
