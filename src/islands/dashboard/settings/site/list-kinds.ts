import { CATEGORY_SLUG, categorySlug } from '../../../../../api/contract/posts.ts';
import type { Category, Network, Profile, SiteLink } from '../../../../../api/contract/site.ts';

/** One entry of a list, with the texts of its fields. */
export type ListItem = Readonly<Record<string, string>>;

/** A text field that every entry of a list has. */
interface ListPart {
  name: string;
  label: string;
  hint?: string;
  /** Whether the server accepts a text: shows which entry a message is about. */
  isValid?: (text: string) => boolean;
  /** It names the entry, so it can't be changed in a fixed entry. */
  isKey?: true;
}

/** How entries of a list are shown and stored. */
export interface ListKind {
  /** What an entry is called: `link`. */
  item: string;
  parts: readonly ListPart[];
  /** How many there may be. If absent, entries can't be added or removed. */
  max?: number;
  canMove: boolean;
  /** Entries can be links to the owner's pages. */
  hasPages?: true;
  nameOf: (item: ListItem) => string;
  /** The entry can't be removed. */
  isFixed?: (item: ListItem) => boolean;
  /** Fills empty fields after one was changed. */
  complete?: (item: ListItem) => ListItem;
  /** `currentOf` returns the value of another field, saved or not. */
  read: (value: unknown, currentOf: (path: string) => unknown) => ListItem[];
  write: (items: readonly ListItem[]) => object;
}

const LINK_ADDRESS = /^(?:https?:|mailto:|\/(?!\/))/i;
const hasText = (text: string) => text.trim() !== '';

const ADDRESS: ListPart = { name: 'href', label: 'Address', isValid: hasText };

/** Links of the site itself, also to the owner's pages. */
export const siteLinks = (max: number): ListKind => ({ ...links(max), hasPages: true });

/** Links with a label. */
export const links = (max: number): ListKind => ({
  item: 'link',
  parts: [
    { name: 'label', label: 'Label', isValid: hasText },
    { ...ADDRESS, isValid: (text) => LINK_ADDRESS.test(text.trim()) },
  ],
  max,
  canMove: true,
  nameOf: ({ label = '' }) => label,
  read: (value) => (Array.isArray(value) ? (value as SiteLink[]).map((link) => ({ ...link })) : []),
  write: (items) => [...items],
});

export const CATEGORIES: ListKind = {
  item: 'category',
  parts: [
    { name: 'label', label: 'Label', isValid: hasText },
    {
      name: 'slug',
      label: 'Slug',
      hint: 'In addresses, such as web-design.',
      isValid: (text) => CATEGORY_SLUG.test(text),
      isKey: true,
    },
    { name: 'editorLabel', label: 'Label in the editor', hint: 'Optional.' },
    { name: 'chipLabel', label: 'Label on posts', hint: 'Optional.' },
  ],
  max: 100,
  canMove: true,
  nameOf: ({ label = '', slug = '' }) => label || slug,
  isFixed: ({ slug }) => slug === 'uncategorized',
  complete: (item) =>
    item.slug || !item.label ? item : { ...item, slug: categorySlug(item.label) },
  read: (value) => categoriesIn(value).map((category) => ({ ...category })),
  write: (items) =>
    items.map(({ editorLabel, chipLabel, ...category }) => ({
      ...category,
      ...(editorLabel ? { editorLabel } : {}),
      ...(chipLabel ? { chipLabel } : {}),
    })),
};

/** The categories in the order of the search filter. New ones are last. */
export const SEARCH_ORDER: ListKind = {
  item: 'category',
  parts: [],
  canMove: true,
  nameOf: ({ label = '', slug = '' }) => label || slug,
  read: (value, currentOf) => {
    const order = value as string[];
    const place = ({ slug }: Category) => {
      const index = order.indexOf(slug);
      return index === -1 ? order.length : index;
    };
    return categoriesIn(currentOf('categories'))
      .sort((a, b) => place(a) - place(b))
      .map(({ slug, label }) => ({ slug, label }));
  },
  write: (items) => items.flatMap(({ slug }) => slug || []),
};

const NETWORKS: readonly (readonly [Network, string])[] = [
  ['code', 'Code'],
  ['professional', 'Professional network'],
  ['microblog', 'Microblog'],
  ['photos', 'Photos'],
];

/** One profile per network. Those without any text aren't stored. */
export const PROFILES: ListKind = {
  item: 'profile',
  parts: [
    { name: 'label', label: 'Service', isValid: hasText },
    { name: 'handle', label: 'Your name there', isValid: hasText },
    ADDRESS,
  ],
  canMove: false,
  nameOf: ({ network }) => NETWORKS.find(([id]) => id === network)?.[1] ?? '',
  read: (value) => {
    const profiles = value as Partial<Record<Network, Profile>>;
    return NETWORKS.map(([network]) => ({
      label: '',
      href: '',
      handle: '',
      ...profiles[network],
      network,
    }));
  },
  write: (items) =>
    Object.fromEntries(
      items
        .filter(({ label, href, handle }) => label || href || handle)
        .map((profile) => [profile.network, profile]),
    ),
};

const categoriesIn = (value: unknown) => [...(value as Category[])];

/** Returns the list with the entry at `from` at the place `to`. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const others = items.toSpliced(from, 1);
  return others.toSpliced(to, 0, ...items.slice(from, from + 1));
}
