import { isExternal, linkUrl } from '../contract/urls.ts';
import { attribute, classesOf, colorsOf, escapeText, INLINE_CLASSES } from './attributes.ts';
import type { ElementNode } from './parse.ts';

/** An inline element around text. */
interface Mark {
  tag: string;
  classes: string[];
  color: string | undefined;
  background: string | undefined;
  start: string;
}

/** The inline elements around text, outermost first. */
export type Path = readonly Mark[];

/** Part of a line: text, a picture or a line break. */
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

/** Returns the path inside an inline element, without formats already in effect. */
export function extend(path: Path, element: ElementNode): Path {
  const href = element.name === 'a' ? linkUrl(element.attribs.get('href') ?? '') : null;
  const outer = href === null ? path : path.filter((mark) => mark.tag !== 'a');
  let tag = MARK_TAGS[element.name] ?? 'span';
  if (tag === 'a' ? href === null : outer.some((mark) => mark.tag === tag)) tag = 'span';
  const classes = classesOf(element.attribs.get('class'), INLINE_CLASSES).filter(
    (name) => classInEffect(outer, name) !== name,
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

/** Returns the class of the same kind (`ql-font-…`, `ql-size-…`) that is in effect. */
function classInEffect(path: Path, name: string): string | undefined {
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

/** Removes control characters, and writes line breaks as `\n`. */
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

/** Returns whether a line shows nothing. */
export function isBlank(line: Leaf[]): boolean {
  return line.every(
    ({ kind, value }) => kind === 'break' || (kind === 'text' && value.trim() === ''),
  );
}

/** Returns whether a blank line is intended: it has a line break or a non-breaking space. */
export function isIntended(line: Leaf[]): boolean {
  return line.some(
    ({ kind, value }) => kind === 'break' || (kind === 'text' && !SPACE.test(value)),
  );
}

/** Removes the white space at both ends, which only formats the source. */
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

/** Yields the HTML of a line in pieces. Elements that neighbors have in common stay open. */
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
