import { expect, test } from 'vitest';
import { findUserByEmail, updateUser } from '../../../db/queries/users.ts';
import { makeAccount, type TestApp } from '../../support/app.ts';
import { tally } from '../../support/tally.ts';
import { lastMail, mailApp } from '../mail/support.ts';
import { googleApp, person, TestBrowser } from '../providers/support.ts';
import { enterPassword } from '../second-factor/support.ts';

const attempt = tally();
const SUSPENDED = { suspendedUntil: new Date('2099-01-01T00:00:00Z'), suspendedReason: 'Spam' };
const REFUSAL = {
  success: false,
  statusCode: 403,
  code: 'suspended',
  message: 'Your account is suspended until January 1, 2099 at 12:00 AM UTC. Reason: Spam',
};

async function suspend({ database }: TestApp, id: string): Promise<void> {
  await database.transaction((tx) => updateUser(tx, id, SUSPENDED, new Date()));
}

test.each(['linked before', 'not linked yet'])('Google opens no suspended account: %s', (state) =>
  attempt('sign-ins to a suspended account', async () => {
    const app = await googleApp();
    const ada = person(app.provider);
    if (state === 'linked before') await new TestBrowser(app).signIn(ada);
    else await makeAccount(app.database, { email: ada.email });
    const user = await findUserByEmail(app.database.read, ada.email ?? '');
    await suspend(app, user?.id ?? '');
    const browser = new TestBrowser(app);
    expect((await browser.signIn(ada)).body).toEqual(REFUSAL);
    expect(await browser.whoAmI()).toBeNull();
  }),
);

test('a new password opens no suspended account', () =>
  attempt('sign-ins to a suspended account', async () => {
    const app = await mailApp();
    const user = await makeAccount(app.database, SUSPENDED);
    await app.call('POST /api/auth/forgot-password', { json: { email: user.email } });
    const { token } = await lastMail(app, 'reset-password');
    const password = 'a brand new pass phrase';
    await app.call('POST /api/auth/reset-password', { json: { token, password } });
    expect((await enterPassword(app, user, { password })).body).toEqual(REFUSAL);
  }));
