import { COMMENT, parseAll } from '../../../api/content/parse.ts';
import type { Node } from '../../../api/contract/content/elements.ts';
import { element, isElement, textOf } from '../html/tree.ts';
import { autop } from './autop.ts';

interface BlockComment {
  name: string;
  isEnd: boolean;
  /** It has no content: WordPress generates it when it shows the page. */
  isDynamic: boolean;
  attributes: Record<string, unknown>;
  source: string;
}

const BLOCK = /^\s*(\/?)wp:([a-z][\w/-]*)\s*(\{.*\})?\s*(\/?)\s*$/s;
/** Blocks without content that need no note. */
const SILENT = new Set(['spacer', 'footnotes', 'separator', 'more', 'nextpage', 'block']);

export interface BlockOptions {
  note(what: string, before?: string): void;
  /** The footnotes of the post, by their id, as HTML. */
  footnotes: ReadonlyMap<string, string>;
}

/** Returns whether the block editor wrote the content. */
export function hasBlocks(html: string): boolean {
  return /<!--\s+wp:/.test(html);
}

/**
 * Converts the blocks of WordPress that aren't HTML, and classic text between blocks. Notes blocks
 * that have no text of their own.
 */
export function convertBlocks(nodes: readonly Node[], { note, footnotes }: BlockOptions): Node[] {
  const left = new Map<string, string[]>();
  const visit = (node: Node): Node[] => {
    if (!isElement(node)) return [node];
    if (node.name === COMMENT) return fromComment(node, left);
    const footnote = footnotes.get(node.attribs.get('data-fn') ?? '');
    if (footnote !== undefined) {
      return [element('span', { 'data-footnote': '' }, parseAll(footnote).children)];
    }
    return [{ ...node, children: node.children.flatMap(visit) }];
  };
  const result = withClassicParts(nodes).flatMap(visit);
  for (const [name, sources] of left) {
    const count = sources.length;
    const what =
      count === 1
        ? `The block "${name}" was left out: it has no content of its own.`
        : `${count} blocks "${name}" were left out: they have no content of their own.`;
    note(what, sources.join('\n'));
  }
  return result;
}

function fromComment(node: Node, left: Map<string, string[]>): Node[] {
  const block = blockOf(node);
  if (!block?.isDynamic || SILENT.has(block.name)) return [];
  const { url, label, service } = block.attributes;
  if (typeof url === 'string' && url !== '' && /link|submenu/.test(block.name)) {
    const text = [label, service, url].find((each) => typeof each === 'string' && each !== '');
    return [element('p', {}, [element('a', { href: url }, [String(text)])])];
  }
  if (typeof url === 'string' && /embed/.test(block.name)) {
    return [element('figure', { class: 'wp-block-embed' }, [url])];
  }
  const sources = left.get(block.name);
  if (sources) sources.push(block.source);
  else left.set(block.name, [block.source]);
  return [];
}

function blockOf(node: Node): BlockComment | undefined {
  if (!isElement(node) || node.name !== COMMENT) return undefined;
  const source = textOf(node.children).trim();
  const [, end, name, json = '{}', dynamic] = BLOCK.exec(source) ?? [];
  if (name === undefined) return undefined;
  const isDynamic = dynamic === '/' || json.endsWith('/');
  return { name, isEnd: end === '/', isDynamic, attributes: parsed(json), source };
}

function parsed(json: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(json));
  } catch {
    return {};
  }
}

/** Text outside of blocks is from the classic editor. */
function withClassicParts(nodes: readonly Node[]): Node[] {
  const result: Node[] = [];
  let classic: Node[] = [];
  let depth = 0;
  const end = () => {
    result.push(...autop(classic));
    classic = [];
  };
  for (const node of nodes) {
    const block = blockOf(node);
    if (block) {
      end();
      result.push(node);
      if (!block.isDynamic) depth = Math.max(0, depth + (block.isEnd ? -1 : 1));
    } else if (depth === 0) classic.push(node);
    else result.push(node);
  }
  end();
  return result;
}
