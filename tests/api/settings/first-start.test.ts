import { describe, expect, it } from 'vitest';
import { ensureAdmin } from '../../../api/auth/ensure-admin.ts';
import { FIRST_STEPS } from '../../../api/contract/first-start.ts';
import { findFirstAdmin, type UserRow } from '../../../db/queries/users.ts';
import { testApp } from '../../support/app.ts';
import { makePost, makeUser } from '../../support/database.ts';

/** A site that has just created its administrator. */
async function newSite(env: Record<string, string> = {}) {
  const app = await testApp({ env });
  const { database } = app;
  const start = async () => {
    await ensureAdmin(app.services);
    return (await findFirstAdmin(database.read)) as UserRow;
  };
  const ask = async (as: UserRow) => (await app.call('GET /api/settings/first-start', { as })).body;
  const finish = (as: UserRow, step: string) =>
    app.call('POST /api/settings/first-start', { as, json: { step } });
  return { ...app, start, ask, finish };
}

describe('the steps of the first start', () => {
  it('are offered to the administrator whom the first start created', async () => {
    const { start, ask, database } = await newSite();
    const admin = await start();
    await makePost(database, { isDemo: true });
    expect(await ask(admin)).toEqual({ steps: FIRST_STEPS, next: 'site' });
    const other = await makeUser(database, { role: 'administrator' });
    expect(await ask(other)).toEqual({ steps: [], next: null });
  });

  it('are never offered again once they are done or skipped', async () => {
    const { start, ask, finish, database } = await newSite();
    const admin = await start();
    await makePost(database, { isDemo: true });
    for (const [index, step] of FIRST_STEPS.entries()) {
      const { status, body } = await finish(admin, step);
      expect(status).toBe(200);
      expect(body).toEqual({ steps: FIRST_STEPS, next: FIRST_STEPS[index + 1] ?? null });
    }
    expect(await ask(admin)).toEqual({ steps: [], next: null });
    expect((await finish(admin, 'site')).body).toEqual({ steps: [], next: null });
    await start();
    expect(await ask(admin)).toEqual({ steps: [], next: null });
  });

  it('continue in another browser with the step that was not finished', async () => {
    const { start, ask, finish, database } = await newSite();
    const admin = await start();
    await makePost(database, { isDemo: true });
    await finish(admin, 'site');
    await finish(admin, 'profile');
    expect(await ask(admin)).toEqual({ steps: FIRST_STEPS, next: 'demo' });
  });

  it('still count the demo content after it was removed', async () => {
    const { start, finish, call, database } = await newSite();
    const admin = await start();
    await makePost(database, { isDemo: true });
    await call('POST /api/demo/remove', { as: admin });
    await finish(admin, 'site');
    await finish(admin, 'profile');
    expect((await finish(admin, 'demo')).body).toEqual({ steps: FIRST_STEPS, next: 'passkey' });
  });

  it('leave out the demo content and passkeys where the site has none', async () => {
    const { start, ask, finish } = await newSite({ SITE_URL: 'http://192.0.2.1' });
    const admin = await start();
    expect(await ask(admin)).toEqual({ steps: ['site', 'profile'], next: 'site' });
    await finish(admin, 'site');
    expect((await finish(admin, 'profile')).body.next).toBeNull();
  });

  it('are not offered on a site with posts, which was set up before', async () => {
    const { start, ask, database } = await newSite();
    await makePost(database);
    const admin = await start();
    expect(admin.username).toBe('admin');
    expect(await ask(admin)).toEqual({ steps: [], next: null });
  });

  it('are not offered to an account that existed before', async () => {
    const { start, ask, database } = await newSite({ ADMIN_EMAIL: 'owner@example.com' });
    await makeUser(database, { email: 'owner@example.com' });
    const admin = await start();
    expect(admin.email).toBe('owner@example.com');
    expect(await ask(admin)).toEqual({ steps: [], next: null });
  });

  it('refuse unknown names of steps', async () => {
    const { start, finish } = await newSite();
    const { status, body } = await finish(await start(), 'theme');
    expect(status).toBe(400);
    expect(body.message).toBe('step must be one of site, profile, demo, passkey.');
  });
});
