import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createSessions } from '../../../api/access/sessions.ts';
import { pageGuard } from '../../../api/auth/page-guard.ts';
import { makeAccount, testApp } from '../../support/app.ts';

const DAY = 24 * 60 * 60 * 1000;

async function guarded() {
  const t = await testApp();
  const guard = pageGuard(createSessions(t.services), { https: false });
  const sentTo = async (path: string, cookie?: string) =>
    (await guard(path, cookie, path))?.location ?? null;
  return { ...t, guard, sentTo };
}

describe('a page behind a guard', () => {
  test.each([
    ['/dashboard', [null, null]],
    ['/create-post', ['/signin', null]],
    ['/update-post/abc', ['/signin', null]],
  ] as const)(
    'redirects guests to /signin and admits others by role: %s',
    async (path, [user, admin]) => {
      const { sentTo, database, signIn } = await guarded();
      expect(await sentTo(path)).toBe('/signin');
      expect(await sentTo(path, 'inkwell_session=made-up')).toBe('/signin');
      expect(await sentTo(path, await signIn(await makeAccount(database)))).toBe(user);
      const administrator = await makeAccount(database, { role: 'administrator' });
      expect(await sentTo(path, await signIn(administrator))).toBe(admin);
    },
  );

  test('admits authors and editors to the editors, and suspended users to nothing', async () => {
    const { sentTo, database, signIn } = await guarded();
    for (const role of ['author', 'editor'] as const) {
      const cookie = await signIn(await makeAccount(database, { role }));
      expect(await sentTo('/create-post', cookie)).toBeNull();
    }
    const suspendedUntil = new Date(Date.now() + DAY);
    const suspended = await makeAccount(database, { role: 'administrator', suspendedUntil });
    expect(await sentTo('/dashboard', await signIn(suspended))).toBe('/signin');
  });

  test('a page behind a guard stores the target in a cookie for the sign-in page only', async () => {
    const { guard } = await guarded();
    const { cookie } = (await guard('/dashboard', undefined, '/dashboard?tab=a;b')) ?? {};
    expect(cookie).toBe(
      'return_to=%2Fdashboard%3Ftab%3Da%3Bb; Path=/signin; Max-Age=600; SameSite=Lax',
    );
  });

  test('a page behind a guard redirects when the session has expired', async () => {
    const { sentTo, database, signIn } = await guarded();
    const cookie = await signIn(await makeAccount(database));
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * DAY });
    expect(await sentTo('/dashboard', cookie)).toBe('/signin');
  });

  test('a page behind a guard doesn’t renew the session: only the API can renew the cookie too', async () => {
    const { call, sentTo, database, signIn } = await guarded();
    const headers = { Cookie: await signIn(await makeAccount(database)) };
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * DAY });
    expect(await sentTo('/dashboard', headers.Cookie)).toBeNull();
    const answer = await call('GET /api/auth/session', { headers });
    expect(answer.headers.get('Set-Cookie')).toContain(headers.Cookie);
  });
});
