import { truncate } from '../truncate.ts';
import { attribute, classesOf, hasClass } from './attributes.ts';
import { BLOCKS, type ElementNode, type Node } from './elements.ts';
import { cleanText } from './line.ts';

export const LANGUAGES = (
  'plain bash c cpp cs css diff docker go graphql html java javascript json jsx kotlin markdown php ' +
  'python ruby rust scss sql swift toml tsx typescript vue xml yaml'
).split(' ');
const LANGUAGE_ALIASES: Record<string, string> = {
  'c#': 'cs',
  'c++': 'cpp',
  cjs: 'javascript',
  console: 'bash',
  csharp: 'cs',
  cxx: 'cpp',
  dockerfile: 'docker',
  golang: 'go',
  gql: 'graphql',
  htm: 'html',
  javascriptreact: 'jsx',
  js: 'javascript',
  jsonc: 'json',
  kt: 'kotlin',
  md: 'markdown',
  mjs: 'javascript',
  mysql: 'sql',
  patch: 'diff',
  postgresql: 'sql',
  py: 'python',
  python3: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  shellscript: 'bash',
  shellsession: 'bash',
  svg: 'xml',
  ts: 'typescript',
  typescriptreact: 'tsx',
  yml: 'yaml',
  zsh: 'bash',
};

/** Returns the stored name of a language, or `plain` for an unknown one. */
export function languageOf(value: string | undefined): string {
  const name = (value ?? '').trim().toLowerCase();
  const language = Object.hasOwn(LANGUAGE_ALIASES, name) ? LANGUAGE_ALIASES[name] : name;
  return language !== undefined && LANGUAGES.includes(language) ? language : 'plain';
}

/** Returns the text of code, with `lineBreak` for each `<br>`. */
export function codeText(nodes: Node[], lineBreak: string): string {
  let text = '';
  // Not read from `text`: indexing into it would make V8 copy all of it.
  let end = '';
  const add = (more: string) => {
    text += more;
    end = more || end;
  };
  for (const node of nodes) {
    if (typeof node === 'string') add(cleanText(node));
    else if (hasClass(node.attribs.get('class'), 'ql-ui')) continue;
    else if (node.name === 'br') add(lineBreak);
    else {
      if (BLOCKS.has(node.name) && end !== '' && !end.endsWith('\n')) add('\n');
      add(codeText(node.children, lineBreak));
    }
  }
  return text;
}

export function codeOf(pre: ElementNode): string {
  const text = codeText(pre.children, '\n');
  // HTML ignores a line break right after the tag.
  return typeof pre.children[0] === 'string' && text.startsWith('\n') ? text.slice(1) : text;
}

/**
 * Returns the language of a `pre` element, from its attribute or the class of its `code` element.
 */
export function languageOfPre(pre: ElementNode): string {
  const code = pre.children.find(
    (node): node is ElementNode => typeof node !== 'string' && node.name === 'code',
  );
  const named = [pre, code].flatMap(
    (element) =>
      classesOf(element?.attribs.get('class'), [/^lang(?:uage)?-./])[0]?.replace(/^\w+-/, '') ?? [],
  );
  return languageOf(pre.attribs.get('data-language') ?? named[0]);
}

const MAX_TITLE_LENGTH = 200;
const MAX_MARKED_PARTS = 100;

/** Returns the attributes of code as they're stored. */
export function codeAttributes(pre: ElementNode): string {
  const { attribs } = pre;
  const title = cleanText(attribs.get('data-title') ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  const lines = markedLines(attribs.get('data-lines') ?? '');
  return [
    attribute('data-language', languageOfPre(pre)),
    title === '' ? '' : attribute('data-title', truncate(title, MAX_TITLE_LENGTH).trim()),
    lines.length === 0 ? '' : attribute('data-lines', lines.map(rangeText).join(',')),
    attribs.has('data-numbers') ? ' data-numbers' : '',
  ].join('');
}

type LineRange = [first: number, last: number];

/** Reads the numbers of marked lines, such as `3,5-7`, as sorted ranges that don't touch. */
export function markedLines(value: string): LineRange[] {
  const ranges = value.slice(0, 2000).split(',').slice(0, MAX_MARKED_PARTS).flatMap(rangeOf);
  const merged: LineRange[] = [];
  for (const [first, last] of ranges.sort(([a], [b]) => a - b)) {
    const before = merged.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

function rangeOf(part: string): LineRange[] {
  const [matched, start, end = start] =
    /^\s*([1-9]\d{0,4})\s*(?:[-–]\s*([1-9]\d{0,4})\s*)?$/.exec(part) ?? [];
  if (matched === undefined) return [];
  const numbers = [Number(start), Number(end)];
  return [[Math.min(...numbers), Math.max(...numbers)]];
}

function rangeText([first, last]: LineRange): string {
  return first === last ? String(first) : `${first}-${last}`;
}
