import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findUserById } from '../../../db/queries/users.ts';
import { makeAccount, PASSWORD, type TestApp, testApp } from '../../support/app.ts';
import { makePost } from '../../support/database.ts';
import { tally } from '../../support/tally.ts';

const attack = tally();

/** Shared by tests whose accounts can't affect each other. */
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ cleanUp: afterAll });
});

const signUp = (values: object) => ({
  json: { username: 'ada', email: 'ada@example.com', password: PASSWORD, ...values },
});

describe('a name that could impersonate the site or its staff', () => {
  test.each([
    ...['admin', 'Administrator', 'root', 'support', 'moderator', 'mod', 'staff', 'system'],
    ...[
      'security',
      'help',
      'webmaster',
      'postmaster',
      'abuse',
      'api',
      'null',
      'undefined',
      'owner',
    ],
    ...['inkwell', 'Ink-Well', '1nkwe11', 'adm1n', 'a.d_m-i.n', '4DM1N', 'r00t', 'supp0r7', 'he1p'],
  ])('is refused at sign-up and as a new name: %s', (username) =>
    attack(
      'reserved usernames',
      async () => {
        const { call, database } = app;
        const refused = await call('POST /api/auth/signup', signUp({ username }));
        expect([refused.status, refused.body.message]).toEqual([
          400,
          'This username is reserved. Please choose another.',
        ]);
        const user = await makeAccount(database);
        const line = `PUT /api/user/update/${user.id}`;
        expect((await call(line, { as: user, json: { username } })).status).toBe(400);
        expect((await findUserById(database.read, user.id))?.username).toBe(user.username);
      },
      2,
    ),
  );

  test('a name that could impersonate the site or its staff is kept by an account that has it, in any letter case', async () => {
    const { call, database } = await testApp();
    const admin = await makeAccount(database, { username: 'admin', role: 'administrator' });
    const line = `PUT /api/user/update/${admin.id}`;
    const json = { username: 'Admin', profilePicture: '/avatars/a-1.svg' };
    expect((await call(line, { as: admin, json })).body).toMatchObject(json);
  });

  test.each(['administrated', 'rooted', 'modest', 'badmin', 'inkwellness', 'helper'])(
    'is not one that merely contains it: %s',
    async (username) => {
      const { call } = await testApp();
      expect((await call('POST /api/auth/signup', signUp({ username }))).status).toBe(201);
    },
  );
});

describe('a username', () => {
  test.each(['_ada', '-ada', '.ada', '...'])('a username can’t start like %s', (username) =>
    attack('usernames that don’t start with a letter or digit', async () => {
      const { call, database } = app;
      const refused = await call('POST /api/auth/signup', signUp({ username }));
      expect([refused.status, refused.body.message]).toEqual([
        400,
        'Username must start with a letter or a digit.',
      ]);
      const user = await makeAccount(database);
      const line = `PUT /api/user/update/${user.id}`;
      expect((await call(line, { as: user, json: { username } })).status).toBe(400);
    }),
  );

  test('a username with another start from an older version stays usable', async () => {
    const { call, database } = await testApp();
    const user = await makeAccount(database, { username: '_ada', email: 'ada@example.com' });
    const entered = await call('POST /api/auth/signin', signUp({}));
    expect(entered.status).toBe(200);
    const json = { username: '_ada', email: 'ada@example.com', password: 'a new and long one' };
    const line = `PUT /api/user/update/${user.id}`;
    expect((await call(line, { as: user, json })).status).toBe(200);
  });

  test.each([
    ['a zero-width space', 'gra\u200bce'],
    ['a zero-width joiner', 'grace\u200d'],
    ['an override of the direction', '\u202egrace'],
    ['a soft hyphen', 'gra\u00adce'],
    ['a Hangul filler', 'grace\u3164'],
    ['tags', 'grace\u{e0041}\u{e007f}'],
    ['a variation selector', 'g\ufe0frace'],
  ])('removes %s, so that there is no second "grace"', (_what, username) =>
    attack(
      'usernames with invisible characters',
      async () => {
        const { call, database } = await testApp();
        expect((await call('POST /api/auth/signup', signUp({ username }))).status).toBe(201);
        expect((await database.read.query.users.findFirst())?.username).toBe('grace');
        const again = await call(
          'POST /api/auth/signup',
          signUp({ username: 'Grace', email: 'grace@example.com' }),
        );
        expect(again.status).toBe(409);
      },
      2,
    ),
  );
});

describe('a password that contains a name', () => {
  const names = { username: 'lovelace', email: 'ada.byron+blog@example.com' };

  test.each([
    ['the username', 'my LoveLace password'],
    ['the name in the email address', 'ada.byron rules 1815'],
    ['the name of this site', 'I love InkWell a lot'],
  ])('is refused for %s', (what, password) =>
    attack(
      'passwords with names in them',
      async () => {
        const { call, database } = await testApp();
        const refused = await call('POST /api/auth/signup', signUp({ ...names, password }));
        expect([refused.status, refused.body.message]).toEqual([
          400,
          `Password must not contain ${what}. Please choose another.`,
        ]);
        const user = await makeAccount(database, names);
        const line = `PUT /api/user/update/${user.id}`;
        expect((await call(line, { as: user, json: { password } })).status).toBe(400);
        // Also of a name that comes with it.
        const other = await makeAccount(database);
        const json = { username: 'lovelace2', password: 'my lovelace2 password' };
        const change = `PUT /api/user/update/${other.id}`;
        expect((await call(change, { as: other, json })).status).toBe(400);
      },
      3,
    ),
  );

  test('a password that contains a name is accepted when the name is very short or comes after the plus sign', async () => {
    const { call } = await testApp();
    const values = {
      username: 'robert',
      email: 'bo+weekly@example.com',
      password: 'bo reads weekly',
    };
    expect((await call('POST /api/auth/signup', signUp(values))).status).toBe(201);
  });
});

describe('a comment', () => {
  async function commenter() {
    const { call, database } = app;
    const user = await makeAccount(database);
    const { id: postId } = await makePost(database, { userId: user.id });
    return (content: string) =>
      call('POST /api/comment/create', { as: user, json: { content, postId, userId: user.id } });
  }

  test.each([
    ['turned around', 'pay \u202e001$\u202c now', 'pay 001$ now'],
    ['isolated', 'a\u2066b\u2069c\u200f\u200e\u061cd', 'abcd'],
    ['with zero width', 'v\u200bi\u2060a\ufeffg\u00adr\u180ea', 'viagra'],
    ['with joiners in Latin', 'v\u200di\u200ca', 'via'],
    ['with tags', 'hello\u{e0068}\u{e0069}\u{e007f}', 'hello'],
    ['with many variation selectors', 'a\ufe0f\ufe0f ❤\ufe0f\ufe0f\ufe01', 'a ❤\ufe0f'],
    [
      'with a tower of marks',
      `Z${'\u0310\u0335'.repeat(20)}algo`,
      'Z\u0310\u0335\u0310\u0335\u0310algo',
    ],
    ['with a tower on joiners', `Z${'\u0310\u034f\u200d'.repeat(9)}!`, `Z${'\u0310'.repeat(5)}!`],
  ])('%s is stored without that', (_what, content, stored) =>
    attack('invisible characters and stacked marks in comments', async () => {
      const { status, body } = await (await commenter())(content);
      expect([status, body.content]).toEqual([201, stored]);
    }),
  );

  test.each(['\u200b', '\u202e\u202c', '\u2066 \u2069', '\u{e0041}\u{e007f}', '\u3164\u115f'])(
    'of nothing else is empty: %j',
    (content) =>
      attack('invisible characters and stacked marks in comments', async () => {
        expect((await (await commenter())(content)).status).toBe(400);
      }),
  );

  test.each([
    ['emoji of a family', '👨‍👩‍👧‍👦'],
    ['a profession with a skin tone', '👩🏽‍💻'],
    ['flags', '🏴󠁧󠁢󠁳󠁣󠁴󠁿 🇩🇪 🏳️‍🌈 🏳️‍⚧️'],
    ['hearts and keycaps', '❤️‍🔥 ❤️ 1️⃣ ☎︎'],
    ['Persian', 'می‌خواهم کتاب‌ها را'],
    ['Hindi', 'क्‍ष र्‌क हिन्दी'],
    ['Malayalam', 'ന്‍ മലയാളം'],
    ['Vietnamese, decomposed', 'Tiếng Việt'.normalize('NFD')],
    ['Hebrew with points', 'בְּרֵאשִׁית בָּרָא'],
    ['Arabic with points', 'ٱلْحَمْدُ لِلَّٰهِ'],
    ['Thai', 'ที่นี่ น้ำ'],
    ['an ideograph with a variation selector', '葛\u{e0100}'],
  ])('keeps %s', async (_what, content) => {
    const { status, body } = await (await commenter())(content);
    expect([status, body.content]).toEqual([201, content]);
  });
});
