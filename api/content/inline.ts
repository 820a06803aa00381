import { isExternal, linkUrl, pictureUrl } from '../contract/urls.ts';
import { classesOf, colorsOf, INLINE_CLASSES } from './formats.ts';
import { attribute, escapeText } from './html.ts';
import type { ElementNode } from './parse.ts';

/** One inline element around a piece of text, with what it says about it. */
interface Mark {
  tag: string;
  classes: string[];
  color: string | undefined;
  background: string | undefined;
  start: string;
}

/** The inline elements around a piece of text, from outside to inside. */
export type Path = readonly Mark[];

/** A piece of a line: text, a picture or a line break. */
export interface Leaf {
  kind: 'text' | 'picture' | 'break';
  /** The text, or the tag. */
  value: string;
  path: Path;
}

const MARK_TAGS: Record<string, string> = {
  a: 'a',
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

/** The path inside of an inline element; what it would only repeat is left out. */
export function extend(path: Path, element: ElementNode): Path {
  const href = element.name === 'a' ? linkUrl(element.attribs.get('href') ?? '') : null;
  const outer = href === null ? path : path.filter((mark) => mark.tag !== 'a');
  let tag = MARK_TAGS[element.name] ?? 'span';
  if (tag === 'a' ? href === null : outer.some((mark) => mark.tag === tag)) tag = 'span';
  const classes = classesOf(element.attribs.get('class'), INLINE_CLASSES).filter(
    (name) => inForce(outer, name) !== name,
  );
  const { color, background } = colorsOf(element.attribs.get('style'));
  const mark = {
    tag,
    classes,
    color: outer.findLast((one) => one.color)?.color === color ? undefined : color,
    background:
      outer.findLast((one) => one.background)?.background === background ? undefined : background,
  };
  if (tag === 'span' && classes.length === 0 && !mark.color && !mark.background) return outer;
  return [...outer, { ...mark, start: startTag(mark, href) }];
}

/** The class of the same kind (`ql-font-…`, `ql-size-…`) that the path has, if any. */
function inForce(path: Path, name: string): string | undefined {
  const kind = name.slice(0, name.lastIndexOf('-') + 1);
  return path
    .findLast((mark) => mark.classes.some((one) => one.startsWith(kind)))
    ?.classes.find((one) => one.startsWith(kind));
}

function startTag(mark: Omit<Mark, 'start'>, href: string | null): string {
  const style = [
    ...(mark.color ? [`color:${mark.color}`] : []),
    ...(mark.background ? [`background-color:${mark.background}`] : []),
  ].join(';');
  const link =
    href === null
      ? ''
      : attribute('href', href) + (isExternal(href) ? attribute('rel', 'noopener noreferrer') : '');
  return (
    `<${mark.tag}${link}` +
    (mark.classes.length > 0 ? attribute('class', mark.classes.join(' ')) : '') +
    `${style === '' ? '' : attribute('style', style)}>`
  );
}

/** A picture as it is stored, or null when its address may not stand in a post. */
export function pictureTag(element: ElementNode): string | null {
  const src = pictureUrl(element.attribs.get('src') ?? '');
  if (src === null) return null;
  const size = ['width', 'height'].map((name) => {
    const value = /^([1-9]\d{0,4})(?:px)?$/.exec(element.attribs.get(name) ?? '')?.[1];
    return value === undefined ? '' : attribute(name, value);
  });
  const alt = cleanText(element.attribs.get('alt') ?? '');
  return `<img${attribute('src', src)}${attribute('alt', alt)}${size.join('')}>`;
}

/** Without control characters; line ends as `\n`. */
export function cleanText(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      .replace(/\f/g, ' ')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: HTML allows none of these
      .replace(/[\x00-\x08\x0b\x0e-\x1f\x7f]/g, '')
  );
}

const SPACE = /^[ \t\n]*$/;

/** Does the line show nothing but, perhaps, empty space? */
export function isBlank(line: Leaf[]): boolean {
  return line.every(
    ({ kind, value }) => kind === 'break' || (kind === 'text' && value.trim() === ''),
  );
}

/** Does it hold a line break or a hard space, so that an empty line was meant? */
export function isMeant(line: Leaf[]): boolean {
  return line.some(
    ({ kind, value }) => kind === 'break' || (kind === 'text' && !SPACE.test(value)),
  );
}

/** The line without the white space at its ends that only lays out the source. */
export function trimLine(line: Leaf[]): Leaf[] {
  const isSpace = (leaf: Leaf) => leaf.kind === 'text' && SPACE.test(leaf.value);
  const first = line.findIndex((leaf) => !isSpace(leaf));
  if (first === -1) return [];
  const trimmed = line.slice(first, line.findLastIndex((leaf) => !isSpace(leaf)) + 1);
  const edge = (index: number, trim: (text: string) => string) => {
    const leaf = trimmed.at(index);
    if (leaf?.kind === 'text') {
      trimmed.splice(index, 1, { ...leaf, value: trim(leaf.value) });
    }
  };
  edge(0, (text) => text.replace(/^[ \t\n]+/, ''));
  edge(-1, trimSpaceEnd);
  return trimmed;
}

function trimSpaceEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\n'.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The pieces that make up the HTML of a line, in order: nothing is opened twice that can stay open. */
export function* lineHtml(line: Leaf[]): Generator<string> {
  let open: Path = [];
  for (const { kind, value, path } of line) {
    let shared = 0;
    while (shared < open.length && open[shared] === path[shared]) shared++;
    for (const mark of open.slice(shared).reverse()) yield `</${mark.tag}>`;
    for (const mark of path.slice(shared)) yield mark.start;
    yield kind === 'text' ? escapeText(value) : value;
    open = path;
  }
  for (const mark of [...open].reverse()) yield `</${mark.tag}>`;
}
