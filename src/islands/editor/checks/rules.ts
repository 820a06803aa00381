import type { ElementNode, Node } from '../../../../api/contract/content/elements.ts';
import { truncate } from '../../../../api/contract/truncate.ts';
import { decodedPart } from '../../../../api/contract/urls.ts';

/** What a suggestion is about: the cover, an upload, or the nth element of its kind, from 0. */
export interface Place {
  kind: 'cover' | 'upload' | 'picture' | 'heading' | 'empty-link';
  index: number;
}

/** Advice before publishing. */
export interface Suggestion {
  text: string;
  advice: string;
  place: Place;
  /** The post can't be published until then. */
  isBlocking?: true;
}

interface Post {
  /** The stored form of the text. */
  content: ElementNode;
  image: string;
  imageAlt: string;
  /** The number of pictures that aren't uploaded yet, or couldn't be. */
  uploads: number;
}

const MAX_NAME_LENGTH = 40;
const INVISIBLE = /[\s\u00ad\u200b-\u200f\u2060\ufeff]/g;
const NO_ALT =
  "Describe the picture for people who can't see it. If it's decorative, leave the text empty.";
const INSECURE = 'Browsers may not load it. Use an https address, or upload the picture.';

/** Returns what a post lacks, in the order of the page. */
export function suggestionsFor({ content, image, imageAlt, uploads }: Post): Suggestion[] {
  const elements = descendants(content);
  return [
    ...uploadSuggestions(uploads),
    ...coverSuggestions(image, imageAlt),
    ...headingSuggestions(elements),
    ...pictureSuggestions(elements),
    ...linkSuggestions(elements),
  ];
}

/** Whether a link has nothing to read or to see, or leads nowhere. */
export function isEmptyLink(text: string, href: string, hasPicture: boolean): boolean {
  return href.trim() === '#' || (isBlank(text) && !hasPicture);
}

export function isBlank(text: string): boolean {
  return text.replace(INVISIBLE, '') === '';
}

function uploadSuggestions(uploads: number): Suggestion[] {
  return Array.from({ length: uploads }, (_, index) => ({
    text: "A picture isn't uploaded",
    advice: "You can publish once it's uploaded. If the upload failed, retry or remove it.",
    place: { kind: 'upload', index },
    isBlocking: true,
  }));
}

function coverSuggestions(image: string, imageAlt: string): Suggestion[] {
  const place: Place = { kind: 'cover', index: 0 };
  if (image === '') return [];
  const suggestions: Suggestion[] = [];
  if (isBlank(imageAlt)) {
    suggestions.push({ text: 'The cover has no alternative text', advice: NO_ALT, place });
  }
  if (isInsecure(image)) {
    suggestions.push({ text: 'The cover has an address with http', advice: INSECURE, place });
  }
  return suggestions;
}

function headingSuggestions(elements: readonly ElementNode[]): Suggestion[] {
  // The title of the post.
  let level = 1;
  return headingsOf(elements).flatMap((heading, index) => {
    const before = level;
    level = Number(heading.name.slice(1));
    if (level <= before + 1) return [];
    const text = `“${truncate(textOf(heading).trim(), MAX_NAME_LENGTH)}” skips a level`;
    const after = index === 0 ? 'the title' : `a heading ${before}`;
    const advice = `It's a heading ${level} after ${after}. Make it a heading ${before + 1}.`;
    return [{ text, advice, place: { kind: 'heading', index } } satisfies Suggestion];
  });
}

/** Empty headings aren't stored. */
function headingsOf(elements: readonly ElementNode[]): ElementNode[] {
  return elements.filter((element) => /^h[1-6]$/.test(element.name) && !isBlank(textOf(element)));
}

function pictureSuggestions(elements: readonly ElementNode[]): Suggestion[] {
  const pictures = elements.filter(({ name }) => name === 'img');
  return pictures.flatMap(({ attribs }, index) => {
    const place: Place = { kind: 'picture', index };
    const src = attribs.get('src') ?? '';
    const name = `The picture “${truncate(nameOf(src), MAX_NAME_LENGTH)}”`;
    const suggestions: Suggestion[] = [];
    if (isBlank(attribs.get('alt') ?? '')) {
      suggestions.push({ text: `${name} has no alternative text`, advice: NO_ALT, place });
    }
    if (isInsecure(src)) {
      suggestions.push({ text: `${name} has an address with http`, advice: INSECURE, place });
    }
    return suggestions;
  });
}

function linkSuggestions(elements: readonly ElementNode[]): Suggestion[] {
  const links = elements.filter(
    (link) =>
      link.name === 'a' &&
      isEmptyLink(
        textOf(link),
        link.attribs.get('href') ?? '',
        descendants(link).some(({ name }) => name === 'img'),
      ),
  );
  return links.map((link, index) => {
    const text = textOf(link);
    const isTextless = isBlank(text);
    return {
      text: isTextless
        ? 'A link has no text'
        : `The link “${truncate(text.trim(), MAX_NAME_LENGTH)}” leads nowhere`,
      advice: isTextless
        ? 'No one can see or use it. Add text, or remove the link.'
        : 'Give it an address, or remove it.',
      place: { kind: 'empty-link', index },
    };
  });
}

const isInsecure = (address: string) => /^\s*http:/i.test(address);

/** Returns the name of a file as a person would read it. */
function nameOf(address: string): string {
  const file = address.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  return decodedPart(file);
}

/** Returns all elements below another one, in the order of the text. */
function descendants({ children }: ElementNode): ElementNode[] {
  return children.flatMap((node) => (typeof node === 'string' ? [] : [node, ...descendants(node)]));
}

function textOf(node: Node): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('');
}
