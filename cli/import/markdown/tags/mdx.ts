import { readArguments } from './arguments.ts';
import type { Held } from './held.ts';
import { videoHtml } from './html.ts';

const LINE =
  /^(?:import\s(?:[^\n]*?from\s*)?["'][^"'\n]+["'];?|import\s[^'"\n]*\{[^}]*\}\s*from\s*["'][^"'\n]+["'];?|export\s[^\n]*(?:\n(?!\s*\n)[^\n]+)*)[ \t]*$/gm;
const COMMENT = /\{\/\*[\s\S]*?\*\/\}/g;
const COMPONENT =
  /<(\/?)([A-Z][\w.]*)((?:\s+|[\w:.-]+|=|"[^"]*"|'[^']*'|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*)\s*\/?>/g;

/**
 * Leaves out the imports and exports of MDX, and the tags of its components. Their text stays.
 * Nothing runs. In code, all of it stays.
 */
export function holdMdx(source: string, held: Held): string {
  const leaveOut = (text: string, what: string) => {
    const html = () => {
      held.count(`Left out: ${what}`);
      return '';
    };
    return held.hold({ text, html });
  };
  return source
    .replace(LINE, (text) => leaveOut(text, text.startsWith('import') ? 'an import' : 'an export'))
    .replace(COMMENT, (text) => held.hold({ text, html: () => '' }))
    .replace(COMPONENT, (text, end: string, name: string, options: string) => {
      const given = readArguments(options.replace(/=\{(["'`])(.*?)\1\}/g, '=$1$2$1'));
      const site = name.toLowerCase();
      if (end === '' && (site === 'youtube' || site === 'vimeo')) {
        return held.hold({ text, html: () => videoHtml(site, given) });
      }
      if (end !== '') return held.hold({ text, html: () => '' });
      const [, values = ''] = /^\s*([\s\S]*?)\s*$/.exec(options) ?? [];
      const shown = values === '' ? '' : ` (${values.replace(/\s+/g, ' ').slice(0, 200)})`;
      return leaveOut(text, `the component ${name}${shown}`);
    });
}
