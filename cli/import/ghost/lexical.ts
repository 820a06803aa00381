import { attribute, escapeText } from '../../../api/contract/content/attributes.ts';
import { cardHtml } from './cards.ts';

type Note = (what: string, before?: unknown) => void;

type LexicalNode = Record<string, unknown> & { type: string; children?: LexicalNode[] };

/** Returns a text of Ghost 5 and later as HTML. */
export function lexicalHtml(source: string, note: Note): string {
  const { root } = JSON.parse(source) as { root?: LexicalNode };
  return root ? childrenHtml(root, note) : '';
}

const childrenHtml = ({ children = [] }: LexicalNode, note: Note): string =>
  children.map((child) => nodeHtml(child, note)).join('');

/** The bits of `format`. */
const FORMATS: [bit: number, tag: string][] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [128, 'mark'],
];

function nodeHtml(node: LexicalNode, note: Note): string {
  const { type } = node;
  const inner = () => childrenHtml(node, note);
  switch (type.replace(/^extended-/, '')) {
    case 'text':
      return textHtml(node);
    case 'linebreak':
      return '<br>';
    case 'tab':
      return '\t';
    case 'paragraph':
      return `<p>${inner()}</p>`;
    case 'heading':
      return /^h[1-6]$/.test(String(node.tag))
        ? `<${node.tag}>${inner()}</${node.tag}>`
        : `<h2>${inner()}</h2>`;
    case 'quote':
    case 'aside':
      return `<blockquote>${inner()}</blockquote>`;
    case 'list':
      return listHtml(node, note);
    case 'listitem':
      return `<li>${inner()}</li>`;
    case 'link':
    case 'autolink':
    case 'at-link':
      return `<a${attribute('href', String(node.url ?? ''))}>${inner()}</a>`;
    default:
      // Unknown nodes with children become their contents.
      return node.children ? inner() : cardHtml(type, node, note);
  }
}

function listHtml(node: LexicalNode, note: Note): string {
  const tag = node.listType === 'number' ? 'ol' : 'ul';
  const start =
    tag === 'ol' && Number(node.start) > 1 ? attribute('start', String(node.start)) : '';
  const items = (node.children ?? []).map((item) => {
    const state =
      node.listType === 'check'
        ? attribute('data-list', item.checked === true ? 'checked' : 'unchecked')
        : '';
    return `<li${state}>${childrenHtml(item, note)}</li>`;
  });
  return `<${tag}${start}>${items.join('')}</${tag}>`;
}

function textHtml({ text, format }: LexicalNode): string {
  const tags = FORMATS.filter(([bit]) => (Number(format) & bit) !== 0).map(([, tag]) => tag);
  return tags.reduce((html, tag) => `<${tag}>${html}</${tag}>`, escapeText(String(text ?? '')));
}
