import type { Site } from '../../../../../api/contract/site.ts';
import type { Body } from '../../../../lib/api-types.ts';

type SiteChange = Body<'PUT /api/settings/site'>['site'];

export type FieldValue = string | boolean;

/** Values of fields by their path, such as `contact.email`. */
export type FieldValues = Record<string, FieldValue>;

export interface SiteField {
  /** A key, with the part inside it: `owner.bio`. The server's errors begin with it. */
  path: string;
  label: string;
  hint?: string;
  kind?: 'text' | 'area' | 'switch' | 'email';
  /** Values to choose from, with their labels. */
  choices?: readonly (readonly [value: string, label: string])[];
}

export interface SiteSectionFields {
  title: string;
  fields: readonly SiteField[];
}

const ROUNDING = [
  ['up', 'Round up'],
  ['nearest', 'Round to the nearest minute'],
] as const;

export const SECTIONS: readonly SiteSectionFields[] = [
  {
    title: 'General',
    fields: [
      { path: 'name', label: 'Name', hint: 'In the header, page titles, feeds and emails.' },
      { path: 'tagline', label: 'Tagline', hint: 'Below the name on the home page.' },
      {
        path: 'description',
        label: 'Description',
        hint: 'For search engines and feed readers.',
        kind: 'area',
      },
      { path: 'language', label: 'Language', hint: 'A language tag, such as en or pt-BR.' },
      {
        path: 'timeZone',
        label: 'Time zone',
        hint: 'For publication times, such as Europe/Berlin.',
      },
      { path: 'readingTime.cards', label: 'Reading time on cards', choices: ROUNDING },
      { path: 'readingTime.post', label: 'Reading time on posts', choices: ROUNDING },
      {
        path: 'showGoogleButton',
        label: 'Show the Google button on the sign-in page',
        hint: 'It stays disabled until Google sign-in is set up.',
        kind: 'switch',
      },
    ],
  },
  {
    title: 'About the owner',
    fields: [
      {
        path: 'owner.name',
        label: 'Owner',
        hint: 'The person or company responsible for the site, for the legal pages.',
      },
      {
        path: 'owner.bio',
        label: 'Bio',
        hint: 'One or two sentences on the About page.',
        kind: 'area',
      },
      {
        path: 'contact.email',
        label: 'Contact email',
        hint: 'For general questions.',
        kind: 'email',
      },
      {
        path: 'contact.privacyEmail',
        label: 'Privacy email',
        hint: 'For questions about personal data.',
        kind: 'email',
      },
      {
        path: 'contact.securityEmail',
        label: 'Security email',
        hint: 'For vulnerability reports.',
        kind: 'email',
      },
      {
        path: 'contact.replyTime',
        label: 'Reply time',
        hint: 'Completes the sentence “We usually reply …”.',
      },
      {
        path: 'privacy.logRetention',
        label: 'Log retention',
        hint: 'How long the server’s logs are kept, for the privacy policy.',
      },
    ],
  },
  {
    title: 'Texts',
    fields: [
      {
        path: 'connect.title',
        label: 'Banner title',
        hint: 'The banner on the home page links to your professional profile.',
      },
      { path: 'connect.text', label: 'Banner text', kind: 'area' },
      { path: 'connect.action', label: 'Banner button' },
      {
        path: 'callToAction.title',
        label: 'Title below posts',
        hint: 'The block below every post.',
      },
      { path: 'callToAction.text', label: 'Text below posts', kind: 'area' },
      { path: 'footer.blurb', label: 'Footer text', kind: 'area' },
      { path: 'footer.credit', label: 'Footer credit' },
    ],
  },
];

/** Returns the id of a section of the settings, for links to it. */
export function sectionId(title: string): string {
  return `settings-${title.toLowerCase().replaceAll(' ', '-')}`;
}

/** Returns the value that a field shows. */
export function fieldValue(site: Site, path: string): FieldValue {
  let value: unknown = site;
  for (const part of path.split('.')) value = (value as Record<string, unknown>)[part];
  return typeof value === 'boolean' ? value : String(value ?? '');
}

/** Returns the settings to send: the changed keys, with the changed fields laid over `site`. */
export function changedKeys(site: Site, values: FieldValues): SiteChange {
  const changed: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    const [key = '', part] = path.split('.');
    if (part === undefined) changed[key] = value;
    else changed[key] = { ...Object(changed[key] ?? site[key as keyof Site]), [part]: value };
  }
  return changed;
}

/** Returns the fields whose values differ from the stored ones. */
export function unsavedIn(
  fields: readonly SiteField[],
  site: Site,
  values: FieldValues,
): FieldValues {
  const paths = fields.map(({ path }) => path);
  const changed = paths.flatMap((path) => {
    const value = values[path];
    return value !== undefined && value !== fieldValue(site, path) ? [[path, value] as const] : [];
  });
  return Object.fromEntries(changed);
}

/** Returns the field that a message of the server names, with its label instead of its path. */
export function fieldError(
  fields: readonly SiteField[],
  message: string,
): { path: string; text: string } | null {
  const field = fields.find(({ path }) => message.startsWith(`${path} `));
  return field ? { path: field.path, text: field.label + message.slice(field.path.length) } : null;
}

const KEY_NAMES: Partial<Record<string, string>> = {
  timeZone: 'time zone',
  followSystemTheme: 'theme',
  searchOrder: 'search order',
  owner: 'owner',
  readingTime: 'reading time',
  connect: 'banner',
  callToAction: 'text below posts',
  showGoogleButton: 'Google button',
  homeLayout: 'home layout',
};

/** "name, time zone" */
export function keyNames(keys: readonly string[]): string {
  return keys.map((key) => KEY_NAMES[key] ?? key).join(', ');
}
