import type { TokenizerAndRendererExtension } from 'marked';
import { escapeText } from '../../../api/contract/content/attributes.ts';

/** `$$` around lines, or on one line of its own; `\[` and `\]`. */
const BLOCK = [
  /^ {0,3}\$\$[ \t]*\n?([\s\S]+?)\n?[ \t]*\$\$[ \t]*(?:\n|$)/,
  /^ {0,3}\\{1,2}\[[ \t]*\n([\s\S]+?)\n[ \t]*\\{1,2}\][ \t]*(?:\n|$)/,
];
const DOUBLE = /^\$\$(?=\S)([^\n$]*[^\s\\$])\$\$/;
/**
 * As in Pandoc and Obsidian: no space just inside the dollar signs, and no digit or letter after
 * them.
 */
const SINGLE = /^\$(?=[^\s$])((?:\\.|[^\\\n$])*?)(?<![\s\\])\$(?![\w$])/;
const ROUND = /^\\{1,2}\(([^\n]+?)\\{1,2}\)/;
const TEX = /[\\^_{}]/;

/**
 * Formulas. `always`: the file says that it has formulas. Otherwise, text between two dollar signs
 * is a formula only if it looks like TeX: it may be prices.
 */
export function formulas(always: boolean): TokenizerAndRendererExtension[] {
  return [
    {
      name: 'formulaBlock',
      level: 'block',
      start: (source) => /\n {0,3}(?:\$\$|\\{1,2}\[)/.exec(source)?.index,
      tokenizer(source) {
        for (const pattern of BLOCK) {
          const [raw = '', text = ''] = pattern.exec(source) ?? [];
          if (raw !== '' && !/\n\s*\n/.test(text))
            return { type: 'formulaBlock', raw, text: text.trim() };
        }
        return undefined;
      },
      renderer: ({ text }) => `<div data-math>${escapeText(text)}</div>\n`,
    },
    {
      name: 'formula',
      level: 'inline',
      start: (source) => /\$|\\{1,2}\(/.exec(source)?.index,
      tokenizer(source) {
        const [raw = '', text = ''] =
          DOUBLE.exec(source) ?? SINGLE.exec(source) ?? (always ? ROUND.exec(source) : null) ?? [];
        const isFormula = raw !== '' && (always || raw.startsWith('$$') || TEX.test(text));
        return isFormula ? { type: 'formula', raw, text: text.trim() } : undefined;
      },
      renderer: ({ text }) => `<span data-math>${escapeText(text)}</span>`,
    },
  ];
}
