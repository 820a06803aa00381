import { z } from 'zod';
import { normalForm } from '../../db/words.ts';
import { visibleLine } from '../content/invisible.ts';
import { CATEGORY_SLUG } from '../contract/posts.ts';
import { ACCENTS, type Network, type Site } from '../contract/site.ts';
import { linkUrl, pictureUrl, webUrl } from '../contract/urls.ts';
import { emailNamed } from '../email.ts';

// The values of the site's settings. Messages begin with the name of the value.

const MAX_PICTURE_SIZE = 20_000;

/** Text on one line, without characters that hide or reorder text. */
function line(name: string, max: number, { min = 1 } = {}) {
  return z
    .string(`${name} must be text.`)
    .transform((text) => visibleLine(text).normalize('NFC'))
    .refine((text) => text.length >= min, `${name} must not be empty.`)
    .refine((text) => text.length <= max, `${name} must have at most ${max} characters.`);
}

/** An address that `parse` returns in the form to store; it returns `null` for others. */
function address(name: string, what: string, parse: (text: string) => string | null) {
  return z.string(`${name} must be text.`).transform((text, context) => {
    const url = parse(text);
    if (url !== null) return url;
    context.addIssue({ code: 'custom', message: `${name} must be ${what}.` });
    return z.NEVER;
  });
}

/** A page of this site or another one. What a relative address means depends on the page. */
function pageAddress(text: string): string | null {
  const url = linkUrl(text);
  return url !== null && /^(?:https?:|mailto:|\/)/i.test(url) ? url : null;
}

const fields = <T extends z.ZodRawShape>(name: string, shape: T) =>
  z.strictObject(shape, { error: notFields(name) });

/** The message for values that aren't objects, or have unknown fields. */
function notFields(name: string) {
  return (issue: { code?: string; keys?: string[] }) =>
    issue.code === 'unrecognized_keys'
      ? `${name}.${issue.keys?.[0]} is not a setting.`
      : `${name} must be an object.`;
}

const list = <T extends z.ZodType>(name: string, max: number, item: T) =>
  z.array(item, `${name} must be a list.`).max(max, `${name} may have at most ${max} entries.`);

const oneOf = <const T extends readonly [string, ...string[]]>(name: string, values: T) =>
  z.enum(values, `${name} must be one of ${values.join(', ')}.`);

const onOff = (name: string) => z.boolean(`${name} must be true or false.`);

const link = (name: string) =>
  fields(name, {
    label: line(`${name}.label`, 60),
    href: address(
      `${name}.href`,
      'a path that begins with /, or an https://, http:// or mailto: address',
      pageAddress,
    ),
  });

const profile = <T extends Network>(network: T) => {
  const name = `profiles.${network}`;
  return fields(name, {
    network: z.literal(network, `${name}.network must be ${network}.`),
    label: line(`${name}.label`, 60),
    href: address(`${name}.href`, 'an https:// or http:// address', webUrl),
    handle: line(`${name}.handle`, 60),
  }).optional();
};

const slug = (name: string) =>
  z
    .string(`${name} must be text.`)
    .regex(
      CATEGORY_SLUG,
      `${name} must have at most 40 lowercase letters, digits and hyphens, and no hyphen first.`,
    );

const category = fields('categories', {
  slug: slug('categories.slug'),
  label: line('categories.label', 40),
  editorLabel: line('categories.editorLabel', 40).optional(),
  chipLabel: line('categories.chipLabel', 40).optional(),
});

const areDistinct = (texts: string[]) => new Set(texts).size === texts.length;

const categories = list('categories', 100, category)
  .refine(
    (all) => areDistinct(all.map((one) => one.slug)),
    'categories must not have the same slug more than once.',
  )
  .refine(
    (all) => areDistinct(all.map((one) => normalForm(one.label))),
    'categories must not have the same label more than once.',
  )
  .refine(
    (all) => all.some((one) => one.slug === 'uncategorized'),
    'categories must have uncategorized.',
  );

const language = z.string('language must be text.').transform((tag, context) => {
  try {
    // Pages format dates and sort with it.
    const [canonical = ''] = Intl.getCanonicalLocales(tag.trim());
    new Intl.DateTimeFormat(canonical);
    return canonical;
  } catch {
    const message = 'language must be a language tag, such as en or pt-BR.';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
});

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const pixels = (name: string) => {
  const message = `${name} must be a number of pixels.`;
  return z.int(message).min(1, message).max(MAX_PICTURE_SIZE, message);
};

const PICTURE = 'a path that begins with /, or an https:// or http:// address';
const picture = (name: string) => address(name, PICTURE, pictureUrl);

const logo = fields('logo', {
  light: picture('logo.light'),
  dark: address('logo.dark', PICTURE, (text) => (text === '' ? text : pictureUrl(text))),
  width: pixels('logo.width'),
  height: pixels('logo.height'),
}).nullable();

const rounding = (name: string) => oneOf(name, ['up', 'nearest']);

const owner = fields('owner', {
  name: line('owner.name', 100),
  bio: line('owner.bio', 600, { min: 0 }),
  picture: picture('owner.picture').optional(),
  links: list('owner.links', 10, link('owner.links')).optional(),
});

/** The schema of each key. */
export const siteSchema = {
  name: line('name', 60),
  tagline: line('tagline', 200, { min: 0 }),
  description: line('description', 300),
  language,
  timeZone: z
    .string('timeZone must be text.')
    .trim()
    .refine(isTimeZone, 'timeZone must be a time zone, such as Europe/Berlin.'),
  followSystemTheme: onOff('followSystemTheme'),
  logo,
  accent: oneOf('accent', ACCENTS),
  navigation: list('navigation', 10, link('navigation')),
  categories,
  searchOrder: list('searchOrder', 100, slug('searchOrder')).refine(
    areDistinct,
    'searchOrder must not have the same slug more than once.',
  ),
  profiles: fields('profiles', {
    code: profile('code'),
    professional: profile('professional'),
    microblog: profile('microblog'),
    photos: profile('photos'),
  }),
  resources: list('resources', 6, link('resources')),
  contact: fields('contact', {
    email: emailNamed('contact.email'),
    privacyEmail: emailNamed('contact.privacyEmail'),
    securityEmail: emailNamed('contact.securityEmail'),
    replyTime: line('contact.replyTime', 60),
  }),
  privacy: fields('privacy', { logRetention: line('privacy.logRetention', 60) }),
  owner,
  footer: fields('footer', {
    blurb: line('footer.blurb', 300, { min: 0 }),
    credit: line('footer.credit', 200, { min: 0 }),
  }),
  readingTime: fields('readingTime', {
    cards: rounding('readingTime.cards'),
    post: rounding('readingTime.post'),
  }),
  connect: fields('connect', {
    title: line('connect.title', 100),
    text: line('connect.text', 300),
    action: line('connect.action', 60),
  }),
  callToAction: fields('callToAction', {
    title: line('callToAction.title', 100),
    text: line('callToAction.text', 300),
  }),
  showGoogleButton: onOff('showGoogleButton'),
  homeLayout: oneOf('homeLayout', ['cards', 'list']),
} satisfies { [Key in keyof Site]: z.ZodType<Site[Key]> };

/** New values of some keys. */
export const siteInput = z
  .strictObject(siteSchema, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `${issue.keys[0]} is not a setting.`
        : 'site must be an object.',
  })
  .partial();
