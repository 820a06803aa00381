import { classesOf, hasClass } from './attributes.ts';
import { BLOCKS, type ElementNode, type Node } from './elements.ts';
import { cleanText } from './line.ts';

export const LANGUAGES = (
  'plain bash c cpp cs css diff docker go graphql html java javascript json jsx kotlin markdown php ' +
  'python ruby rust scss sql swift toml tsx typescript vue xml yaml'
).split(' ');
const LANGUAGE_ALIASES: Record<string, string> = {
  'c#': 'cs',
  'c++': 'cpp',
  csharp: 'cs',
  dockerfile: 'docker',
  golang: 'go',
  htm: 'html',
  js: 'javascript',
  md: 'markdown',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  ts: 'typescript',
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

/** Returns the language of a `pre` element, by its attribute or the class of its `code` element. */
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
