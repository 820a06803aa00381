import { CATEGORIES, links, PROFILES, SEARCH_ORDER, siteLinks } from './list-kinds.ts';
import type { SiteSectionFields } from './site-fields.ts';

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
    title: 'Navigation',
    fields: [
      {
        path: 'navigation',
        label: 'Links in the header',
        hint: 'An address is a path such as /about, or begins with https://, http:// or mailto:.',
        list: siteLinks(10),
      },
    ],
  },
  {
    title: 'Categories',
    fields: [
      {
        path: 'categories',
        label: 'Categories of posts',
        hint: 'In the order of the editor. Posts keep the slug they have: if you remove a category, or change its slug, its posts show the slug instead of a label.',
        list: CATEGORIES,
      },
      { path: 'searchOrder', label: 'Order in the search filter', list: SEARCH_ORDER },
    ],
  },
  {
    title: 'Profiles and footer',
    fields: [
      {
        path: 'profiles',
        label: 'Profiles',
        hint: 'In the footer, and on the About and Contact pages. Leave all three fields empty to show no profile.',
        list: PROFILES,
      },
      {
        path: 'resources',
        label: 'Resources',
        hint: 'More links in the footer.',
        list: siteLinks(6),
      },
      { path: 'footer.blurb', label: 'Footer text', kind: 'area' },
      { path: 'footer.credit', label: 'Footer credit' },
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
        path: 'owner.picture',
        label: 'Picture of the owner',
        hint: 'A square photo for the About page.',
        kind: 'picture',
      },
      {
        path: 'owner.links',
        label: 'Links of the owner',
        hint: 'On the About page. Without any, your profiles are shown there.',
        list: links(10),
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
    ],
  },
  {
    title: 'Look',
    fields: [
      {
        path: 'accent',
        label: 'Accent',
        hint: 'The color of links and buttons: in the light theme, and in the dark one.',
        kind: 'accent',
      },
      {
        path: 'logo',
        label: 'Logo',
        hint: 'In the header instead of the name, 26 pixels high. Uploads can be PNG, WebP, AVIF, GIF or JPEG.',
        kind: 'logo',
      },
      {
        path: 'followSystemTheme',
        label: 'Follow the theme of the reader’s system',
        hint: 'Otherwise, first visits have the light theme. Readers can change it.',
        kind: 'switch',
      },
      {
        path: 'homeLayout',
        label: 'Posts on the home page',
        choices: [
          ['cards', 'Cards'],
          ['list', 'List'],
        ],
      },
    ],
  },
];
