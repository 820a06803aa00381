import { COMMENT, parseAll } from '../../../api/content/parse.ts';
import type { ElementNode, Node } from '../../../api/contract/content/elements.ts';
import { element, findAll, hasAnyClass, isElement, serialize, textOf } from '../html/tree.ts';
import { bookmarkHtml, calloutHtml } from './cards.ts';

type Note = (what: string, before?: unknown) => void;

/** Returns the HTML of a post of Ghost with its cards in forms that the import knows. */
export function withoutCards(html: string, note: Note): string {
  if (!html.includes('kg-')) return html;
  const { children } = parseAll(html);
  const isBookmark = (node: ElementNode) => hasAnyClass(node, /^kg-bookmark-card$/);
  for (const card of findAll(children, isBookmark)) {
    const pictures = findAll(card.children, ({ name }) => name === 'img');
    const addresses = pictures.map(({ attribs }) => attribs.get('src'));
    note('A bookmark became a link. Its icon and picture were left out.', addresses);
  }
  return convert(children);
}

function convert(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (!isElement(node)) return serialize([node]);
      if (node.name === COMMENT) return '';
      const card = cardOf(node);
      if (card !== undefined) return card;
      const width = /kg-width-(wide|full)/.exec(node.attribs.get('class') ?? '')?.[1];
      const attributes = {
        ...Object.fromEntries(node.attribs),
        ...(width && { 'data-width': width }),
      };
      const [start, end] = serialize([element(node.name, attributes, ['\uE000'])]).split('\uE000');
      // Void elements and code stay as they are.
      return end === undefined || node.name === 'pre'
        ? serialize([node])
        : start + convert(node.children) + end;
    })
    .join('');
}

function cardOf(node: ElementNode): string | undefined {
  const has = (name: string) => hasAnyClass(node, new RegExp(`^kg-${name}$`));
  if (has('callout-card')) return callout(node);
  if (has('toggle-card')) {
    const summary = serialize(contents(node, 'toggle-heading-text'));
    return `<details><summary>${summary}</summary>${convert(contents(node, 'toggle-content'))}</details>`;
  }
  if (has('bookmark-card')) return bookmark(node);
  if (has('audio-card') || has('video-card')) return media(node);
  if (has('file-card')) {
    const [link] = findAll(node.children, ({ name }) => name === 'a');
    const title = textIn(node, 'file-card-title') || textIn(node, 'file-card-filename');
    const description = textIn(node, 'file-card-caption');
    return bookmarkHtml({
      url: link?.attribs.get('href') ?? '',
      title,
      description,
      publisher: [],
      caption: '',
    });
  }
  return undefined;
}

function callout(node: ElementNode): string {
  const color = /kg-callout-card-(?:background-)?(\w+)/.exec(node.attribs.get('class') ?? '')?.[1];
  const emoji = textIn(node, 'callout-emoji');
  const text = convert(contents(node, 'callout-text'));
  return calloutHtml(`${emoji === '' ? '' : `${serialize([emoji])} `}${text}`, color ?? '');
}

function bookmark(node: ElementNode): string {
  const [link] = findAll(node.children, ({ name }) => name === 'a');
  return bookmarkHtml({
    url: link?.attribs.get('href') ?? '',
    title: textIn(node, 'bookmark-title'),
    description: textIn(node, 'bookmark-description'),
    publisher: [textIn(node, 'bookmark-author'), textIn(node, 'bookmark-publisher')],
    caption: caption(node),
  });
}

/** Leaves out the player's buttons and times. */
function media(node: ElementNode): string {
  const [player] = findAll(node.children, ({ name }) => name === 'audio' || name === 'video');
  if (!player) return '';
  const title = textIn(node, 'audio-title');
  const attributes = { ...Object.fromEntries(player.attribs), ...(title !== '' && { title }) };
  const text = caption(node);
  return `${serialize([element(player.name, attributes, player.children)])}${text === '' ? '' : `<p>${text}</p>`}`;
}

function caption(node: ElementNode): string {
  const [line] = findAll(node.children, ({ name }) => name === 'figcaption');
  return line ? convert(line.children) : '';
}

function contents(node: ElementNode, name: string): Node[] {
  const [found] = findAll(node.children, (each) => hasAnyClass(each, new RegExp(`^kg-${name}$`)));
  return found?.children ?? [];
}

const textIn = (node: ElementNode, name: string) => textOf(contents(node, name)).trim();
