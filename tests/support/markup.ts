import { Parser } from 'htmlparser2';

const ADDRESSES = new Set(['href', 'src', 'srcset', 'action', 'formaction', 'poster']);

/**
 * Returns the elements of a page with the names of their attributes, and the values of addresses:
 * everything about it that a text can't change as long as it's only text.
 */
export function structureOf(html: string): string[] {
  const elements: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      const parts = Object.entries(attributes).map(([key, value]) =>
        ADDRESSES.has(key) ? `${key}=${value}` : key,
      );
      elements.push([name, ...parts].join(' '));
    },
    onclosetag: (name) => elements.push(`/${name}`),
    oncomment: () => elements.push('comment'),
  });
  parser.end(html);
  return elements;
}

/** Returns the text of a page with that of its scripts of one type left out. */
export function textsOf(html: string): { text: string; data: string[] } {
  let text = '';
  const data: string[] = [];
  let open: 'data' | 'code' | null = null;
  const parser = new Parser(
    {
      onopentag(name, { type }) {
        if (name !== 'script' && name !== 'style') return;
        open = type?.includes('json') ? 'data' : 'code';
        if (open === 'data') data.push('');
      },
      ontext(part) {
        if (open === null) text += part;
        else if (open === 'data') data[data.length - 1] += part;
      },
      onclosetag(name) {
        if (name === 'script' || name === 'style') open = null;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return { text, data };
}
