import type { Network, Site } from '../../api/contract/site.ts';
import { DEFAULTS } from '../../api/site/read-site.ts';

/** New values of some keys, possibly wrong ones. */
type Given = Partial<Record<keyof Site, unknown>>;

export interface SiteTextField {
  /** A key, with the part inside it. Messages about it begin with it. */
  path: string;
  /** `fixed`: only some values are right. */
  kind: 'text' | 'address' | 'email' | 'slug' | 'fixed';
  /** Returns settings with a text in this field. */
  with: (text: string) => Given;
}

const link = { label: 'Label', href: '/about' };
const NETWORKS: Network[] = ['code', 'professional', 'microblog', 'photos'];

/** A field whose value is an object with other parts. */
const part =
  (
    key: 'contact' | 'owner' | 'footer' | 'readingTime' | 'connect' | 'callToAction',
    name: string,
  ) =>
  (text: string): Given => ({ [key]: { ...DEFAULTS[key], [name]: text } });
const category = (name: string) => (text: string) => ({
  categories: [...DEFAULTS.categories, { slug: 'another', label: 'Another', [name]: text }],
});
const logo = (name: string) => (text: string) => ({
  logo: { light: '/uploads/a.png', dark: '', width: 100, height: 26, [name]: text },
});
const profile = (network: Network, name: string) => (text: string) => ({
  profiles: {
    ...DEFAULTS.profiles,
    [network]: {
      network,
      label: 'Label',
      handle: 'me',
      href: 'https://example.com/',
      [name]: text,
    },
  },
});

/** Every field of the site's settings that a text can be sent for. */
export const SITE_FIELDS: readonly SiteTextField[] = [
  ...(['name', 'tagline', 'description'] as const).map(
    (key): SiteTextField => ({ path: key, kind: 'text', with: (text) => ({ [key]: text }) }),
  ),
  ...(
    [
      'language',
      'timeZone',
      'followSystemTheme',
      'accent',
      'showGoogleButton',
      'homeLayout',
    ] as const
  ).map((key): SiteTextField => ({ path: key, kind: 'fixed', with: (text) => ({ [key]: text }) })),
  { path: 'searchOrder', kind: 'slug', with: (text) => ({ searchOrder: ['uncategorized', text] }) },
  { path: 'logo.light', kind: 'address', with: logo('light') },
  { path: 'logo.dark', kind: 'address', with: logo('dark') },
  { path: 'logo.width', kind: 'fixed', with: logo('width') },
  { path: 'logo.height', kind: 'fixed', with: logo('height') },
  ...(['navigation', 'resources'] as const).flatMap((key): SiteTextField[] => [
    { path: `${key}.label`, kind: 'text', with: (label) => ({ [key]: [{ ...link, label }] }) },
    { path: `${key}.href`, kind: 'address', with: (href) => ({ [key]: [{ ...link, href }] }) },
  ]),
  { path: 'categories.slug', kind: 'slug', with: category('slug') },
  { path: 'categories.label', kind: 'text', with: category('label') },
  { path: 'categories.editorLabel', kind: 'text', with: category('editorLabel') },
  { path: 'categories.chipLabel', kind: 'text', with: category('chipLabel') },
  ...NETWORKS.flatMap((network): SiteTextField[] => [
    { path: `profiles.${network}.network`, kind: 'fixed', with: profile(network, 'network') },
    { path: `profiles.${network}.label`, kind: 'text', with: profile(network, 'label') },
    { path: `profiles.${network}.handle`, kind: 'text', with: profile(network, 'handle') },
    { path: `profiles.${network}.href`, kind: 'address', with: profile(network, 'href') },
  ]),
  ...['email', 'privacyEmail', 'securityEmail'].map(
    (name): SiteTextField => ({
      path: `contact.${name}`,
      kind: 'email',
      with: part('contact', name),
    }),
  ),
  { path: 'contact.replyTime', kind: 'text', with: part('contact', 'replyTime') },
  {
    path: 'privacy.logRetention',
    kind: 'text',
    with: (logRetention) => ({ privacy: { logRetention } }),
  },
  { path: 'owner.name', kind: 'text', with: part('owner', 'name') },
  { path: 'owner.bio', kind: 'text', with: part('owner', 'bio') },
  { path: 'owner.picture', kind: 'address', with: part('owner', 'picture') },
  {
    path: 'owner.links.label',
    kind: 'text',
    with: (label) => ({ owner: { ...DEFAULTS.owner, links: [{ ...link, label }] } }),
  },
  {
    path: 'owner.links.href',
    kind: 'address',
    with: (href) => ({ owner: { ...DEFAULTS.owner, links: [{ ...link, href }] } }),
  },
  { path: 'footer.blurb', kind: 'text', with: part('footer', 'blurb') },
  { path: 'footer.credit', kind: 'text', with: part('footer', 'credit') },
  { path: 'readingTime.cards', kind: 'fixed', with: part('readingTime', 'cards') },
  { path: 'readingTime.post', kind: 'fixed', with: part('readingTime', 'post') },
  { path: 'connect.title', kind: 'text', with: part('connect', 'title') },
  { path: 'connect.text', kind: 'text', with: part('connect', 'text') },
  { path: 'connect.action', kind: 'text', with: part('connect', 'action') },
  { path: 'callToAction.title', kind: 'text', with: part('callToAction', 'title') },
  { path: 'callToAction.text', kind: 'text', with: part('callToAction', 'text') },
];

/** Returns the text at a path, in the first entry of a list or the last of the categories. */
export function textAt(site: unknown, path: string): string {
  let value = site;
  for (const name of path.split('.')) {
    if (Array.isArray(value)) value = value.at(-1);
    value = (value as Record<string, unknown>)[name];
  }
  return String(Array.isArray(value) ? value.at(-1) : value);
}
