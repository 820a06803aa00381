import { attribute, escapeText } from '../../../api/contract/content/attributes.ts';
import { cardHtml } from './cards.ts';

type Note = (what: string, before?: unknown) => void;

interface Mobiledoc {
  markups: [tag: string, attributes?: string[]][];
  atoms: [name: string, text: string, payload: unknown][];
  cards: [name: string, payload: Record<string, unknown>][];
  sections: [type: number, ...unknown[]][];
}

/** Text with the markups that start before it, and the number of those that end after it. */
type Marker = [type: number, opened: number[], closed: number, value: string | number];

/** Returns a text of Ghost 1 to 4 as HTML. */
export function mobiledocHtml(source: string, note: Note): string {
  const document = {
    markups: [],
    atoms: [],
    cards: [],
    sections: [],
    ...JSON.parse(source),
  } as Mobiledoc;
  return document.sections.map((section) => sectionHtml(section, document, note)).join('\n');
}

const TAG = /^(?:p|h[1-6]|blockquote|aside|ul|ol)$/;

function sectionHtml(
  [type, first, second]: [number, ...unknown[]],
  document: Mobiledoc,
  note: Note,
): string {
  if (type === 2) return `<p><img${attribute('src', String(first))}></p>`;
  if (type === 10) {
    const [name = '', payload = {}] = document.cards[Number(first)] ?? [];
    return cardHtml(name, payload, note);
  }
  const given = String(first).toLowerCase();
  const tag = TAG.test(given) ? given : 'p';
  if (type === 3) {
    const items = (second as Marker[][]).map(
      (markers) => `<li>${markersHtml(markers, document)}</li>`,
    );
    return `<${tag}>${items.join('')}</${tag}>`;
  }
  const html = markersHtml((second ?? []) as Marker[], document);
  // Ghost shows an aside as a second kind of quotation.
  return tag === 'aside' ? `<blockquote>${html}</blockquote>` : `<${tag}>${html}</${tag}>`;
}

function markersHtml(markers: Marker[], { markups, atoms }: Mobiledoc): string {
  const open: string[] = [];
  let html = '';
  for (const [type, opened, closed, value] of markers) {
    for (const index of opened) {
      const [tag = 'span', attributes = []] = markups[index] ?? [];
      const href = attributes[attributes.indexOf('href') + 1];
      html += tag === 'a' && href !== undefined ? `<a${attribute('href', href)}>` : `<${tag}>`;
      open.push(tag);
    }
    const [name, text] = type === 1 ? (atoms[Number(value)] ?? []) : [];
    if (name === 'soft-return') html += '<br>';
    else html += escapeText(type === 1 ? (text ?? '') : String(value));
    for (let n = 0; n < closed; n++) html += `</${open.pop() ?? 'span'}>`;
  }
  return html;
}
