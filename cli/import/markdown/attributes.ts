import type { Token, TokenizerAndRendererExtension, Tokens } from 'marked';

const ITEM = String.raw`(?:[.#][\w:-]+|[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s}"']+))`;
/**
 * `{: .class #id key="value"}` of kramdown, after what it applies to. `{:toc}` is a table of
 * contents.
 */
const KRAMDOWN = new RegExp(
  String.raw`^\{:[ \t]*(?:${ITEM}(?:[ \t]+${ITEM})*|toc|\.no_toc)?[ \t]*\}`,
);
/** `{.class}` on a line of its own: Hugo and markdown-it. */
const LINE = new RegExp(
  String.raw`^ {0,3}\{:?[ \t]*${ITEM}(?:[ \t]+${ITEM})*[ \t]*\}[ \t]*(?:\n|$)`,
);
const KRAMDOWN_LINE =
  /^ {0,3}\{:[^{}\n]*\}[ \t]*(?:\n|$)|^ {0,3}\{::(?:options|comment)[^}\n]*\/\}[ \t]*(?:\n|$)/;
const AFTER_HEADING = new RegExp(
  String.raw`[ \t]*\{:?[ \t]*${ITEM}(?:[ \t]+${ITEM})*[ \t]*\}[ \t]*$`,
);

/** Attributes for styles, which posts don't have. They aren't shown, so nothing is lost. */
export const ATTRIBUTES: TokenizerAndRendererExtension[] = [
  {
    name: 'attributeLine',
    level: 'block',
    start: (source) => /\n {0,3}\{[:.#]/.exec(source)?.index,
    tokenizer(source) {
      const [raw] = KRAMDOWN_LINE.exec(source) ?? LINE.exec(source) ?? [];
      return raw === undefined ? undefined : { type: 'attributeLine', raw };
    },
    renderer: () => '',
  },
  {
    name: 'attributes',
    level: 'inline',
    start: (source) => source.indexOf('{:'),
    tokenizer(source) {
      const [raw] = KRAMDOWN.exec(source) ?? [];
      return raw === undefined ? undefined : { type: 'attributes', raw };
    },
    renderer: () => '',
  },
];

/** Removes the attributes after the text of a heading: `## Title {#id}`. */
export function removeHeadingAttributes(token: Token): void {
  if (token.type !== 'heading') return;
  const last = (token.tokens ?? []).at(-1) as Tokens.Text | undefined;
  if (last?.type !== 'text') return;
  last.text = last.text.replace(AFTER_HEADING, '');
  last.raw = last.raw.replace(AFTER_HEADING, '');
}
