import type { ThemedToken, ThemeRegistrationRaw } from 'shiki/core';
import { escapeText } from './html.ts';

/**
 * The kinds of tokens and their TextMate scopes; later ones win. Each becomes a class
 * (`tk-string`), so that one stylesheet colors both themes and no page needs inline styles.
 */
const KINDS = {
  comment: ['comment', 'punctuation.definition.comment', 'string.comment'],
  punctuation: [
    'punctuation',
    'meta.brace',
    'meta.delimiter',
    'keyword.operator.type.annotation',
    'keyword.operator.optional',
  ],
  string: ['string', 'punctuation.definition.string', 'markup.inline.raw', 'markup.fenced_code'],
  number: [
    'constant',
    'support.constant',
    'constant.numeric',
    'constant.language',
    'keyword.other.unit',
    'variable.language',
  ],
  keyword: [
    'keyword',
    'storage',
    'storage.type',
    'storage.modifier',
    'punctuation.definition.keyword',
    'markup.italic',
    'keyword.operator.new',
    'keyword.operator.expression',
  ],
  function: ['entity.name.function', 'support.function', 'meta.function-call.generic'],
  type: [
    'entity.name.type',
    'entity.name.class',
    'entity.other.inherited-class',
    'support.type.primitive',
    'support.class',
    'support.class.component',
    'support.type.builtin',
  ],
  tag: [
    'entity.name.tag',
    'markup.heading',
    'entity.name.section',
    'entity.name.selector',
    'entity.other.attribute-name.class.css',
    'entity.other.attribute-name.id.css',
    'entity.other.attribute-name.pseudo-class.css',
    'entity.other.attribute-name.pseudo-element.css',
  ],
  property: [
    'entity.other.attribute-name',
    'support.type.property-name',
    'meta.object-literal.key',
    'variable.css',
    'variable.other.property',
    'support.variable.property',
    'entity.name.tag.yaml',
    'variable.parameter',
  ],
  plain: ['keyword.operator', 'meta.template.expression', 'string variable', 'meta.embedded'],
  inserted: ['markup.inserted', 'meta.diff.header.to-file'],
  deleted: ['markup.deleted', 'meta.diff.header.from-file', 'invalid'],
} as const satisfies Record<string, readonly string[]>;

/** Colors in the theme only mark the kind: #000001 is the first one. */
const MARKS = Object.keys(KINDS);
const markOf = (index: number) => `#${(index + 1).toString(16).padStart(6, '0')}`;
const CLASSES = new Map(
  MARKS.flatMap((kind, index) =>
    kind === 'plain' ? [] : [[markOf(index), `tk-${kind}`] as const],
  ),
);
export const THEME: ThemeRegistrationRaw = {
  name: 'kinds',
  type: 'light',
  fg: '#ffffff',
  bg: '#ffffff',
  settings: [
    { settings: { foreground: '#ffffff', background: '#ffffff' } },
    ...Object.values(KINDS).map((scope, index) => ({
      scope: [...scope],
      settings: { foreground: markOf(index) },
    })),
  ],
};

/** Returns the HTML of a line. Adjacent tokens of a kind share a span; whitespace starts none. */
export function lineHtml(tokens: ThemedToken[]): string {
  let html = '';
  let run = '';
  let runClass: string | undefined;
  const flush = () => {
    if (run !== '')
      html += runClass ? `<span class="${runClass}">${escapeText(run)}</span>` : escapeText(run);
    run = '';
  };
  for (const token of tokens) {
    const blank = token.content.trim() === '';
    const tokenClass = CLASSES.get(token.color?.toLowerCase() ?? '');
    if (!blank && tokenClass !== runClass) {
      flush();
      runClass = tokenClass;
    }
    run += token.content;
  }
  flush();
  return html;
}
