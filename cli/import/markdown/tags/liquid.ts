import { readArguments } from './arguments.ts';
import type { Held } from './held.ts';
import { captioned, codeHtml, figureHtml, linkHtml, videoHtml } from './html.ts';

/** What tags need to know about the site. */
export interface TagSite {
  /** The address of a post by the name of its file, such as `2024-05-01-hello`. */
  postUrl(name: string): string | undefined;
  /** `site.url`, without a final slash. Empty if unknown. */
  url: string;
  /** `site.baseurl`, the same. */
  base: string;
}

const RAW = /\{%-?\s*raw\s*-?%\}([\s\S]*?)\{%-?\s*endraw\s*-?%\}/g;
const COMMENT = /\{%-?\s*comment\s*-?%\}[\s\S]*?\{%-?\s*endcomment\s*-?%\}/g;
const ANY = /\{%[\s\S]*?%\}|\{\{[\s\S]*?\}\}/g;
/** A tag with an end tag, and no tag of the same name inside. */
const PAIR =
  /\{%-?\s*(highlight|codeblock|figure|blockquote)\b((?:(?!%\}).)*?)-?%\}((?:(?!\{%-?\s*\1\b)[\s\S])*?)\{%-?\s*end\1\s*-?%\}/g;
const TAG = /\{%-?\s*([\w-]+)((?:(?!%\})[\s\S])*?)-?%\}/g;
const OUTPUT = /\{\{-?\s*((?:(?!\}\})[\s\S])*?)\s*-?\}\}/g;

/**
 * Replaces the tags of Liquid (Jekyll, Eleventy) that have a counterpart in posts. All others stay
 * as text, and are counted.
 */
export function holdLiquid(source: string, held: Held, site: TagSite): string {
  if (!/\{[{%]/.test(source)) return source;
  return source
    .replace(RAW, (_, inner: string) => inner.replace(ANY, (text) => held.hold({ text })))
    .replace(COMMENT, () => {
      held.count('Left out: a comment of Liquid');
      return '';
    })
    .replace(PAIR, (text, name: string, options: string, inner: string) =>
      held.hold({ text, html: pairHtml({ name, options, inner }, held, site) }),
    )
    .replace(TAG, (text, name: string, options: string) =>
      holdTag({ text, name, options }, held, site),
    )
    .replace(OUTPUT, (text, expression: string) => {
      const value = outputOf(expression, site);
      return value === undefined
        ? held.unknown(text, `{{ ${expression.replace(/\s*\|[\s\S]*/, '')} }}`)
        : held.hold({ text: value });
    });
}

type Html = NonNullable<Parameters<Held['hold']>[0]['html']>;

function pairHtml(
  { name, options, inner }: { name: string; options: string; inner: string },
  held: Held,
  site: TagSite,
): Html {
  if (name === 'highlight' || name === 'codeblock') {
    const [, language = ''] = /(?:^|\blang:)\s*([\w+#.-]+)/.exec(options) ?? [];
    return () => codeHtml(held.expand(inner), language, options);
  }
  const text = held.expand(options);
  const markdown = holdLiquid(inner, held, site);
  if (name === 'blockquote') {
    return (render) => {
      const credit = text.trim();
      return `<blockquote>${render.blocks(markdown)}${credit ? `<p>${render.line(credit)}</p>` : ''}</blockquote>`;
    };
  }
  const caption = readArguments(text).named.get('caption') ?? '';
  return (render) => captioned(render.blocks(markdown), caption === '' ? '' : render.line(caption));
}

function holdTag(
  { text, name, options }: { text: string; name: string; options: string },
  held: Held,
  site: TagSite,
): string {
  const given = readArguments(held.expand(options));
  const [first = ''] = given.values;
  if (name === 'post_url' || name === 'link') {
    const url = site.postUrl(options.trim());
    return url === undefined ? held.unknown(text, `{% ${name} %}`) : held.hold({ text: url });
  }
  if (name === 'youtube' || name === 'vimeo') {
    return held.hold({ text, html: () => videoHtml(name, given) });
  }
  if (name === 'gist') {
    return held.hold({ text, html: () => linkHtml(`https://gist.github.com/${first}`) });
  }
  if (name === 'include') {
    const included = includeHtml(first, given);
    if (included) return held.hold({ text, html: included });
  }
  return held.unknown(text, `{% ${name} %}`);
}

/** The includes that many themes have, such as Minimal Mistakes. */
function includeHtml(file: string, given: ReturnType<typeof readArguments>): Html | undefined {
  const name = file
    .replace(/^.*\//, '')
    .replace(/\.(?:html|liquid|md)$/, '')
    .toLowerCase();
  const provider =
    name === 'video'
      ? given.named.get('provider')
      : name.replace(/[-_]?(?:player|embed|video)$/, '');
  const own = { named: given.named, values: given.values.slice(1) };
  if (provider === 'youtube' || provider === 'vimeo') return () => videoHtml(provider, own);
  const isFigure = /^(?:figure|image|img)$/.test(name);
  const hasPicture = ['src', 'image_path', 'url', 'path'].some((key) => own.named.has(key));
  return isFigure && hasPicture ? (render) => figureHtml(own, render) : undefined;
}

/** Returns the text of an output that only builds an address, or `undefined`. */
function outputOf(expression: string, { url, base }: TagSite): string | undefined {
  const [value = '', ...filters] = expression.split('|').map((part) => part.trim());
  const [, double, single] = /^(?:"([^"]*)"|'([^']*)')$/.exec(value) ?? [];
  const known: Record<string, string> = { 'site.url': url, 'site.baseurl': base };
  let text = double ?? single ?? known[value];
  for (const filter of filters) {
    if (text === undefined) return undefined;
    if (filter === 'relative_url') text = `${base}/${text.replace(/^\//, '')}`;
    else if (filter === 'absolute_url') text = `${url}${base}/${text.replace(/^\//, '')}`;
    else if (filter === 'prepend: site.baseurl') text = `${base}${text}`;
    else if (filter === 'prepend: site.url') text = `${url}${text}`;
    else if (filter !== 'url') return undefined;
  }
  return text;
}
