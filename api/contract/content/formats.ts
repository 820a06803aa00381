import { isExternal, linkUrl } from '../urls.ts';
import { attribute, classesOf, colorsOf, INLINE_CLASSES } from './attributes.ts';
import type { ElementNode } from './elements.ts';

/** The formats that are elements, in the order in which they're nested around the same text. */
const TAGS = ['a', 'strong', 'em', 'u', 's', 'script', 'code'] as const;
/** The formats that are classes or styles of the innermost of these elements, or of a `span`. */
const STYLES = ['font', 'size', 'color', 'background'] as const;
const NAMES = [...TAGS, ...STYLES];
type Tag = (typeof TAGS)[number];

/** The formats of text: the address of the link, `sup` or `sub`, a class, a color, or `on`. */
export type Formats = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

const TAG_OF: Partial<Record<string, Tag>> = {
  b: 'strong',
  strong: 'strong',
  em: 'em',
  i: 'em',
  ins: 'u',
  u: 'u',
  del: 's',
  s: 's',
  strike: 's',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
};

/** Returns the formats inside an inline element. */
export function formatsInside(outer: Formats, { name, attribs }: ElementNode): Formats {
  const own: Partial<Record<(typeof NAMES)[number], string>> = {
    ...colorsOf(attribs.get('style')),
  };
  for (const found of classesOf(attribs.get('class'), INLINE_CLASSES)) {
    own[found.startsWith('ql-font-') ? 'font' : 'size'] = found;
  }
  const tag = TAG_OF[name];
  const href = name === 'a' ? linkUrl(attribs.get('href') ?? '') : null;
  if (href !== null) own.a = href;
  if (tag !== undefined) own[tag] = 'on';
  if (name === 'sup' || name === 'sub') own.script = name;
  return Object.keys(own).length > 0 ? { ...outer, ...own } : outer;
}

interface OpenElement {
  tag: string;
  names: readonly string[];
  /** The index of the first part after the element. */
  end: number;
}

/**
 * Yields the HTML of the formatted parts of a line, with the longest formats outside. That way,
 * equal formats always have the same HTML, however they were nested.
 */
export function* formattedHtml(
  parts: readonly { html: string; formats: Formats }[],
): Generator<string> {
  const ends = endsOf(parts);
  const open: OpenElement[] = [];
  for (const [index, { html, formats }] of parts.entries()) {
    while ((open.at(-1)?.end ?? Infinity) <= index) yield `</${open.pop()?.tag}>`;
    for (const element of startingAt(index, formats, ends[index] ?? {}, open)) {
      yield startTag(element, formats);
      open.push(element);
    }
    yield html;
  }
  for (const { tag } of open.reverse()) yield `</${tag}>`;
}

type Ends = Partial<Record<(typeof NAMES)[number], number>>;

/** Returns where each format of each part ends: the index of the first part without it. */
function endsOf(parts: readonly { formats: Formats }[]): Ends[] {
  const all: Ends[] = [];
  for (let index = parts.length - 1; index >= 0; index--) {
    const formats = parts[index]?.formats ?? {};
    const next = parts[index + 1]?.formats ?? {};
    const ends: Ends = {};
    for (const name of NAMES) {
      if (formats[name] === undefined) continue;
      ends[name] = next[name] === formats[name] ? all[index + 1]?.[name] : index + 1;
    }
    all[index] = ends;
  }
  return all;
}

/** Returns the elements that start at a part, outermost first. */
function startingAt(
  index: number,
  formats: Formats,
  ends: Ends,
  open: readonly OpenElement[],
): OpenElement[] {
  const limit = open.at(-1)?.end ?? Infinity;
  const isOpen = (name: string) => open.some(({ names }) => names.includes(name));
  const elements: OpenElement[] = [];
  for (const name of NAMES) {
    if (formats[name] === undefined || isOpen(name)) continue;
    const end = Math.min(ends[name] ?? index + 1, limit);
    const same = elements.findLast((element) => element.end === end);
    if ((TAGS as readonly string[]).includes(name))
      elements.push({ tag: name === 'script' ? formats[name] : name, names: [name], end });
    else if (same) same.names = [...same.names, name];
    else elements.push({ tag: 'span', names: [name], end });
  }
  return elements.sort((a, b) => b.end - a.end);
}

function startTag({ tag, names }: OpenElement, formats: Formats): string {
  const own = (name: keyof Formats) => (names.includes(name) ? formats[name] : undefined);
  const href = own('a');
  const classes = [own('font'), own('size')].filter((name) => name !== undefined);
  const color = own('color');
  const background = own('background');
  const style = [
    ...(color ? [`color:${color}`] : []),
    ...(background ? [`background-color:${background}`] : []),
  ].join(';');
  return (
    `<${tag}` +
    (href === undefined ? '' : attribute('href', href)) +
    (href !== undefined && isExternal(href) ? attribute('rel', 'noopener noreferrer') : '') +
    (classes.length > 0 ? attribute('class', classes.join(' ')) : '') +
    `${style === '' ? '' : attribute('style', style)}>`
  );
}
