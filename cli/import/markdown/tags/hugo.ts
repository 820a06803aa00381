import { readArguments } from './arguments.ts';
import type { Held } from './held.ts';
import { codeHtml, figureHtml, linkHtml, videoHtml } from './html.ts';

const COMMENTED = /\{\{([<%])\s*\/\*([\s\S]*?)\*\/\s*[>%]\}\}/g;
const PAIR =
  /\{\{[<%]\s*(highlight|details)\b((?:(?![>%]\}\})[\s\S])*?)[>%]\}\}((?:(?!\{\{[<%]\s*\1\b)[\s\S])*?)\{\{[<%]\s*\/\s*\1\s*[>%]\}\}/g;
const TAG = /\{\{([<%])\s*(\/?\s*[\w./-]+)((?:(?![>%]\}\})[\s\S])*?)\/?\s*[>%]\}\}/g;

/**
 * Replaces the shortcodes of Hugo that have a counterpart in posts. All others stay as text, and
 * are counted; those that a file defines itself never run.
 *
 * @param urlOf returns the address of a file of the site, or `undefined`
 */
export function holdShortcodes(
  source: string,
  held: Held,
  urlOf: (path: string) => string | undefined,
): string {
  if (!/\{\{[<%]/.test(source)) return source;
  return source
    .replace(COMMENTED, (_, sign: string, inner: string) =>
      held.hold({ text: `{{${sign}${inner}${sign === '<' ? '>' : '%'}}}` }),
    )
    .replace(PAIR, (text, name: string, options: string, inner: string) =>
      held.hold({ text, html: pairHtml(name, held.expand(options), inner, held) }),
    )
    .replace(TAG, (text, _, name: string, options: string) =>
      holdTag({ text, name: name.replace(/\s+/g, ''), options }, held, urlOf),
    );
}

type Html = NonNullable<Parameters<Held['hold']>[0]['html']>;

function pairHtml(name: string, options: string, inner: string, held: Held): Html {
  const { named, values } = readArguments(options);
  if (name === 'highlight') return () => codeHtml(held.expand(inner), values[0] ?? '', options);
  const summary = named.get('summary') ?? values[0] ?? 'Details';
  return (render) =>
    `<details><summary>${render.line(summary)}</summary>${render.blocks(inner)}</details>`;
}

function holdTag(
  { text, name, options }: { text: string; name: string; options: string },
  held: Held,
  urlOf: (path: string) => string | undefined,
): string {
  const given = readArguments(held.expand(options));
  const [first = ''] = given.values;
  if (name === 'ref' || name === 'relref') {
    const url = urlOf(given.named.get('path') ?? first);
    return url === undefined ? held.unknown(text, `{{< ${name} >}}`) : held.hold({ text: url });
  }
  const html = htmlOf(name, given);
  return html ? held.hold({ text, html }) : held.unknown(text, `{{< ${name} >}}`);
}

function htmlOf(name: string, given: ReturnType<typeof readArguments>): Html | undefined {
  const { named, values } = given;
  const [first = '', second = ''] = values;
  switch (name) {
    case 'figure':
      return (render) => figureHtml(given, render);
    case 'youtube':
      return () => videoHtml('youtube', given);
    case 'vimeo':
    case 'vimeo_simple':
      return () => videoHtml('vimeo', given);
    case 'gist':
      return () => linkHtml(`https://gist.github.com/${first}/${second}`);
    case 'instagram':
    case 'instagram_simple':
      return () => linkHtml(`https://www.instagram.com/p/${named.get('id') ?? first}/`);
    case 'tweet':
    case 'twitter':
    case 'twitter_simple':
    case 'x':
    case 'x_simple': {
      const user = named.get('user') ?? (second && first) ?? '';
      const id = named.get('id') ?? (second || first);
      return () => linkHtml(`https://twitter.com/${user || 'i'}/status/${id}`);
    }
    default:
      return undefined;
  }
}
