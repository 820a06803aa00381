import type { TokenizerAndRendererExtension, TokenizerThis, Tokens } from 'marked';
import { escapeText } from '../../../api/contract/content/attributes.ts';

/** Kinds of callouts of other programs that aren't notes. */
const KINDS: Record<string, string> = {
  ...kindsOf('tip', 'tip hint success check done'),
  ...kindsOf('warning', 'warning caution attention danger error bug failure fail'),
};

function kindsOf(kind: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, kind]));
}

/** `> [!NOTE] Title` of GitHub and Obsidian, also folded with `-` or `+`. */
const QUOTED =
  /^ {0,3}> ?\[!([\w-]+)(?:\|[^\]\n]*)?\][+-]?[ \t]*([^\n]*)(?:\n|$)((?: {0,3}>[^\n]*(?:\n|$))*)/;
/** `:::note[Title]` of Docusaurus and Starlight, up to `:::`. */
const FENCED =
  /^(:{3,})[ \t]*([a-z]+)(?:\[([^\]\n]*)\]|[ \t]+([^\n{]*))?(?:\{[^}\n]*\})?[ \t]*\n([\s\S]*?)\n?\1[ \t]*(?:\n|$)/;

export const CALLOUTS: TokenizerAndRendererExtension = {
  name: 'callout',
  level: 'block',
  start: (source) => /\n(?: {0,3}> ?\[!|:::)/.exec(source)?.index,
  tokenizer(source) {
    const quoted = QUOTED.exec(source);
    if (quoted) {
      const [raw, kind = '', title = '', rest = ''] = quoted;
      return callout(this, { raw, kind, title, text: rest.replace(/^ {0,3}> ?/gm, '') });
    }
    const fenced = FENCED.exec(source);
    if (!fenced) return undefined;
    const [raw, , kind = '', bracketed, plain, text = ''] = fenced;
    return callout(this, { raw, kind, title: bracketed ?? plain ?? '', text });
  },
  renderer(token: Tokens.Generic) {
    const { kind, title } = token as Callout;
    const line =
      title.length > 0 ? `<p><strong>${this.parser.parseInline(title)}</strong></p>` : '';
    const inner = `${line}${this.parser.parse(token.tokens ?? [])}`;
    // Without any text, it shows the name of its kind.
    const text = inner.trim() === '' ? `<p>${escapeText(kind)}</p>` : inner;
    const own = KINDS[kind.toLowerCase()] ?? 'note';
    return `<aside data-callout="${own}">${text}</aside>\n`;
  },
};

interface Callout extends Tokens.Generic {
  kind: string;
  title: Tokens.Generic[];
}

function callout(
  { lexer }: TokenizerThis,
  { raw, kind, title, text }: { raw: string; kind: string; title: string; text: string },
): Callout {
  const line: Tokens.Generic[] = [];
  const isOwnName = title.trim().toLowerCase() === kind.toLowerCase();
  if (!isOwnName) lexer.inline(title.trim(), line);
  return { type: 'callout', raw, kind, title: line, tokens: lexer.blockTokens(text, []) };
}
