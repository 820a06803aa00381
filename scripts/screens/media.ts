/** The media library. */
import { button, click, dialog, fail, hold, respond, type State, skeleton } from './state.ts';

const CALL = /\/api\/media\/getpictures/;
const AT = '2026-01-10T12:00:00.000Z';
const picture = (number: number, values: object) => ({
  url: `/avatars/al-${number}.svg`,
  width: 1600,
  height: 1200,
  widths: [],
  createdAt: AT,
  name: `176800000000${number}-picture.jpg`,
  alt: '',
  bytes: 340_000,
  uses: [],
  totalUses: 0,
  ...values,
});
const PICTURES = [
  picture(1, {
    alt: 'A lighthouse at dusk, seen from the pier',
    uses: [
      { kind: 'post', id: '1', title: 'A walk along the river', slug: 'a-walk-along-the-river' },
      { kind: 'draft', id: '2', title: '' },
      { kind: 'draft', id: '', title: '' },
      { kind: 'post', id: '5', title: 'Behind the details', slug: 'behind-the-details' },
    ],
    totalUses: 60,
  }),
  picture(2, { name: `1768000000002-${'very-long-name-'.repeat(6)}.jpg`, bytes: 4_200_000 }),
  picture(3, {
    totalUses: 1,
    uses: [{ kind: 'version', id: '3', title: 'Notes on static sites' }],
  }),
  picture(4, { totalUses: 1, uses: [{ kind: 'profile', id: '4', title: 'ada' }] }),
];
const FULL = respond(CALL, 200, { pictures: PICTURES, totalPictures: 40, usesKnown: true });
const UNKNOWN = respond(CALL, 200, { pictures: PICTURES, totalPictures: 40, usesKnown: false });
const EMPTY = respond(CALL, 200, { pictures: [], totalPictures: 0, usesKnown: true });
/** The choice of a picture in the editor. */
const library = {
  ...({ path: '/create-post', as: 'admin', isOnScreen: true } as const),
  act: click('Choose from the library'),
};
const media = { path: '/dashboard?tab=media', as: 'admin' } as const;

export const mediaStates: State[] = [
  { ...media, name: 'media', before: FULL, shows: 'A draft by someone else' },
  { ...media, name: 'media unknown uses', before: UNKNOWN, shows: 'Looking for uses...' },
  { ...media, name: 'media loading', before: hold(CALL), shows: skeleton },
  { ...media, name: 'media empty', before: EMPTY, shows: 'No pictures found' },
  { ...media, name: 'media error', before: fail(CALL), shows: (page) => button(page, 'Try again') },
  {
    ...media,
    name: 'media delete',
    before: FULL,
    act: click('Delete'),
    isOnScreen: true,
    shows: dialog('Are you sure you want to delete this picture?'),
  },
  { ...library, name: 'library', shows: (page) => button(page, 'Cancel') },
  { ...library, name: 'library loading', before: hold(CALL), shows: dialog('Choose a picture') },
  { ...library, name: 'library empty', before: EMPTY, shows: 'No pictures found' },
  {
    ...library,
    name: 'library error',
    before: fail(CALL),
    shows: "The pictures couldn't be loaded",
  },
];
