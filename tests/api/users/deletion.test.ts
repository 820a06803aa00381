import { getTableName, is, Table } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { cleanUpMail } from '../../../api/mail/cleanup.ts';
import { deleteByName } from '../../../cli/accounts.ts';
import { insertMail, markMailFailed, markMailSent } from '../../../db/queries/mail.ts';
import { insertToken } from '../../../db/queries/tokens.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import * as schema from '../../../db/schema.ts';
import { makeAccount, type TestApp } from '../../support/app.ts';
import { type Desk, desk } from '../documents/support.ts';
import { mailApp } from '../mail/support.ts';

const AT = new Date('2026-11-20T10:00:00Z');

/** Returns the names of the tables with a row that contains a text. */
async function tablesWith({ database }: Pick<TestApp, 'database'>, text: string) {
  const tables = Object.values(schema as Record<string, unknown>).filter((one) => is(one, Table));
  const found: string[] = [];
  for (const table of tables) {
    const rows = await database.read.select().from(table as typeof schema.users);
    if (JSON.stringify(rows).includes(text)) found.push(getTableName(table));
  }
  return found;
}

describe('deleting an account', () => {
  /** Stores a message in the given state. */
  async function mailIn(
    app: TestApp,
    state: 'queued' | 'sent' | 'failed',
    kind: string,
    to: string,
  ) {
    await app.database.transaction(async (tx) => {
      await insertMail(tx, { kind, to, payload: '{}', createdAt: AT, dedupeKey: `${kind}:${to}` });
      const row = (await tx.select().from(schema.mail)).find(
        (one) => one.to === to && one.kind === kind,
      );
      if (row === undefined || state === 'queued') return;
      if (state === 'sent') await markMailSent(tx, row.id, AT);
      else await markMailFailed(tx, row.id, { error: `550 <${to}> unknown`, notBefore: null });
    });
  }
  const mails = async ({ database }: TestApp) =>
    (await database.read.select().from(schema.mail)).map(({ kind, to }) => `${kind} ${to}`).sort();

  it('deleting an account deletes the mail to its present, pending and former addresses', async () => {
    const app = await mailApp();
    const [admin, user] = [
      await makeAccount(app.database, { role: 'administrator', email: 'admin@example.com' }),
      await makeAccount(app.database, {
        email: 'zq-now@example.com',
        pendingEmail: 'zq-next@e.com',
      }),
    ];
    const token = { idHash: 'x', kind: 'undo-email-change' as const, userId: user.id };
    const times = { createdAt: AT, expiresAt: new Date('2027-01-01T00:00:00Z') };
    await app.database.transaction((tx) =>
      insertToken(tx, { ...token, ...times, email: 'zq-before@example.com' }),
    );
    await mailIn(app, 'sent', 'new-browser', user.email);
    await mailIn(app, 'failed', 'test', user.email);
    await mailIn(app, 'queued', 'reset-password', user.email);
    await mailIn(app, 'sent', 'confirm-new-email', 'zq-next@e.com');
    await mailIn(app, 'sent', 'email-change', 'zq-before@example.com');
    await mailIn(app, 'sent', 'new-browser', admin.email);
    await app.call(`DELETE /api/user/delete/${user.id}`, { as: user });
    expect(await mails(app)).toEqual(['new-browser admin@example.com']);
    expect(await tablesWith(app, 'zq-')).toEqual([]);
  });

  it('deleting an account still sends a notice that is in the queue, and then erases its address', async () => {
    const app = await mailApp();
    const user = await makeAccount(app.database, { email: 'zq-now@example.com' });
    await mailIn(app, 'queued', 'password-changed', user.email);
    await app.call(`DELETE /api/user/delete/${user.id}`, { as: user });
    await cleanUpMail(app.services);
    const [queued] = await app.database.read.select().from(schema.mail);
    expect(queued).toMatchObject({ to: user.email, state: 'queued' });
    await app.database.transaction((tx) => markMailSent(tx, queued?.id ?? '', AT));
    await cleanUpMail(app.services);
    expect(await tablesWith(app, 'zq-')).toEqual([]);
  });

  it('deleting an account leaves the mail of others alone, even to an address that the account had wanted', async () => {
    const app = await mailApp();
    const other = await makeAccount(app.database, { email: 'other@example.com' });
    const user = await makeAccount(app.database, { pendingEmail: other.email });
    await mailIn(app, 'queued', 'reset-password', other.email);
    await app.call(`DELETE /api/user/delete/${user.id}`, { as: user });
    await cleanUpMail(app.services);
    expect(await mails(app)).toEqual(['reset-password other@example.com']);
  });
});

describe('the documents of a deleted account', () => {
  /** An author with a document in each state. */
  async function writer(site: Desk) {
    const { draft, published, post, call, author } = site;
    const at = '2199-01-01T00:00:00Z';
    const ids = {
      plain: (await draft())._id,
      scheduled: (await draft())._id,
      trashed: (await draft())._id,
      thrown: (await draft())._id,
      live: (await published())._id,
      changed: (await published())._id,
      taken: (await published())._id,
      gone: (await published())._id,
    };
    for (const id of [ids.scheduled, ids.thrown]) await post(`publish/${id}`, { revision: 1, at });
    for (const id of [ids.trashed, ids.thrown, ids.gone]) await post(`trash/${id}`);
    await post(`unpublish/${ids.taken}`);
    await post(`previewlink/${ids.plain}`, {});
    const json = { revision: 1, title: 'zqsecret' };
    for (const id of [ids.plain, ids.changed]) {
      await call(`PUT /api/document/update/${id}`, { json, as: author });
    }
    return ids;
  }
  const remaining = async ({ database }: Desk) => {
    const rows = await database.read.select().from(schema.documents);
    return new Map(rows.map((row) => [row.id, row]));
  };
  const remove = (site: Desk, as: UserRow) =>
    site.call(`DELETE /api/user/delete/${site.author.id}`, { as });

  it('the documents of a deleted account are deleted with their versions if its owner deletes it and they were never public', async () => {
    const site = await desk();
    const ids = await writer(site);
    for (let n = 0; n < 41; n++) await site.draft();
    expect((await remove(site, site.author)).status).toBe(200);
    const left = [...(await remaining(site)).keys()].sort();
    expect(left).toEqual([ids.live, ids.changed, ids.taken, ids.gone].sort());
    const versions = await site.database.read.select().from(schema.revisions);
    expect(new Set(versions.map(({ documentId }) => documentId))).toEqual(new Set(left));
    expect(await site.database.read.$count(schema.previewLinks)).toBe(0);
    expect((await site.call('GET /api/post/getposts')).body.totalPosts).toBe(2);
    const list = await site.call('GET /api/document/getdocuments', { as: site.editor });
    expect(list.body.totalDocuments).toBe(3);
  });

  it('go to the administrator who deletes it, without their schedules', async () => {
    const site = await desk();
    const ids = await writer(site);
    expect((await remove(site, site.admin)).status).toBe(200);
    const left = await remaining(site);
    const own = [ids.plain, ids.scheduled, ids.trashed, ids.thrown];
    for (const id of own) {
      expect(left.get(id)).toMatchObject({ userId: site.admin.id, scheduledAt: null });
    }
    expect(left.get(ids.scheduled)?.status).toBe('draft');
    expect((await site.post(`restore/${ids.thrown}`, {}, site.admin)).body.status).toBe('draft');
    expect(left.get(ids.live)?.userId).toBe(site.author.id);
    const { revisions } = (
      await site.call(`GET /api/document/revisions/${ids.plain}`, { as: site.admin })
    ).body;
    expect(revisions).toHaveLength(2);
    const log = await site.call('GET /api/audit?action=user.delete', { as: site.admin });
    expect(log.body.entries).toMatchObject([{ details: { draftsTo: site.admin.id } }]);
  });

  it('are kept if they are pages, and go to the first administrator', async () => {
    const site = await desk();
    const page = { kind: 'page', title: 'Now', content: '<p>Text</p>' };
    const create = (json: object) =>
      site.call('POST /api/document/create', { json, as: site.editor });
    const { _id } = (await create(page)).body;
    await site.post(`publish/${_id}`, { revision: 1, at: '2199-01-01T00:00:00Z' }, site.editor);
    await create({ title: 'A post' });
    const { status } = await site.call(`DELETE /api/user/delete/${site.editor.id}`, {
      as: site.editor,
    });
    expect(status).toBe(200);
    expect([...(await remaining(site)).values()]).toMatchObject([
      { id: _id, userId: site.admin.id, status: 'draft', scheduledAt: null, slug: '/now' },
    ]);
  });

  it('go to the first administrator if it is deleted on the terminal', async () => {
    const site = await desk();
    const ids = await writer(site);
    await deleteByName(site.services, site.author.username);
    expect((await remaining(site)).get(ids.plain)?.userId).toBe(site.admin.id);
  });
});
