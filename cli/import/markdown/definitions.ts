import type { Token, TokenizerAndRendererExtension, Tokens } from 'marked';

const DEFINITION = /^ {0,3}:[ \t]+(?=\S)/;
const START = /^(?:[^\n]+\n){1,10}\n? {0,3}:[ \t]+\S/;
/** Lines that can't be a term. */
const OTHER = /^(?: {0,3}(?:#{1,6}(?:\s|$)|[>|`~:*+-]|\d+[.)][ \t]|<)| {4}|\t|\s*$)/;

interface Definition {
  terms: Token[][];
  texts: Token[][];
}

/** `Term`, and `: Definition` below it, as in kramdown and PHP Markdown Extra. */
export const DEFINITIONS: TokenizerAndRendererExtension = {
  name: 'definitions',
  level: 'block',
  tokenizer(source) {
    if (!START.test(source)) return undefined;
    const lines = source.split('\n', MAX_LINES);
    const parts: Definition[] = [];
    let at = 0;
    for (let next = readDefinition(lines, at); next; next = readDefinition(lines, at)) {
      at = next.end;
      const terms = next.terms.map((line) => {
        const tokens: Token[] = [];
        this.lexer.inline(line.trim(), tokens);
        return tokens;
      });
      parts.push({ terms, texts: next.texts.map((text) => this.lexer.blockTokens(text, [])) });
    }
    if (parts.length === 0) return undefined;
    return { type: 'definitions', raw: source.slice(0, lengthOf(lines, at)), parts };
  },
  renderer(token: Tokens.Generic) {
    const parts = (token.parts as Definition[]).flatMap(({ terms, texts }) => [
      ...terms.map((line) => `<dt>${this.parser.parseInline(line)}</dt>`),
      ...texts.map((text) => `<dd>${this.parser.parse(text)}</dd>`),
    ]);
    return `<dl>${parts.join('')}</dl>\n`;
  },
};

/** Maximum lines of a list, so that each block of a long text costs little. */
const MAX_LINES = 500;

const lengthOf = (lines: readonly string[], count: number) =>
  lines.slice(0, count).reduce((sum, line) => sum + line.length + 1, 0);

interface Source {
  terms: string[];
  texts: string[];
  /** The line after it. */
  end: number;
}

function readDefinition(lines: readonly string[], start: number): Source | undefined {
  let at = start;
  const terms: string[] = [];
  for (let line = lines[at] ?? ''; !OTHER.test(line); line = lines[++at] ?? '') terms.push(line);
  if (terms.length === 0) return undefined;
  if ((lines[at] ?? '').trim() === '') at++;
  const texts: string[] = [];
  while (DEFINITION.test(lines[at] ?? '')) {
    const text = [(lines[at] ?? '').replace(DEFINITION, '')];
    for (at++; at < lines.length && isInside(lines, at); at++) {
      text.push((lines[at] ?? '').replace(/^(?: {1,4}|\t)/, ''));
    }
    texts.push(text.join('\n'));
    const next = lines.findIndex((line, index) => index >= at && line.trim() !== '');
    if (next !== -1 && (DEFINITION.test(lines[next] ?? '') || isTerm(lines, next))) at = next;
  }
  return texts.length === 0 ? undefined : { terms, texts, end: at };
}

/** A line continues a definition if it's indented, or follows a line of it. */
function isInside(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (DEFINITION.test(line)) return false;
  const isAfterBlank = (lines[at - 1] ?? '').trim() === '';
  if (line.trim() !== '') return /^(?: {2,}|\t)/.test(line) || !(isAfterBlank || OTHER.test(line));
  return /^(?: {2,}|\t)\S/.test(lines[at + 1] ?? '');
}

/** Whether the terms of another definition start at a line. */
function isTerm(lines: readonly string[], start: number): boolean {
  let at = start;
  while (!OTHER.test(lines[at] ?? '')) at++;
  const isBlank = (lines[at] ?? '').trim() === '';
  return at > start && DEFINITION.test(lines[isBlank ? at + 1 : at] ?? '');
}
