import { readFileSync } from 'node:fs';
import type { Database } from '../../db/client.ts';
import {
  challenges,
  devices,
  documents,
  invitations,
  jobs,
  leases,
  mail,
  nodes,
  previewLinks,
  rateLimits,
  sessions,
  settings,
  signInFlows,
  signInLinks,
  tokens,
} from '../../db/schema.ts';

const SQL = readFileSync(new URL('../../db/after-restore.sql', import.meta.url), 'utf8');

/** The rows that a restore deletes: a table, perhaps with a condition. */
export const TRANSIENT_ROWS = [...SQL.matchAll(/^delete from (.+);/gm)].map(
  ([, rows = '']) => rows,
);

/** Adds a row to each of these tables, a mail that was sent, and a known browser. */
export async function fillTransientTables(database: Database, userId: string): Promise<void> {
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + 3_600_000);
  const secret = { idHash: 'stolen'.repeat(9), userId, createdAt, expiresAt };
  const letter = { kind: 'reset-password', to: 'a@example.com', notBefore: createdAt, createdAt };
  await database.transaction(async (tx) => {
    await tx.insert(sessions).values({ ...secret, provenAt: createdAt });
    await tx.insert(signInFlows).values({ ...secret, attempt: 'a' });
    await tx.insert(challenges).values({ ...secret, kind: 'second-factor', challenge: '' });
    await tx.insert(tokens).values({ ...secret, kind: 'reset-password', email: 'a@example.com' });
    await tx.insert(signInLinks).values({ ...secret, email: 'a@example.com' });
    await tx.insert(invitations).values({ ...secret, email: 'b@example.com', role: 'author' });
    await tx.insert(devices).values({ ...secret, idHash: 'laptop' });
    const draft = { userId, createdAt, updatedAt: createdAt, content: '', text: '' };
    const [document] = await tx.insert(documents).values(draft).returning();
    if (!document) throw new Error('the draft is missing');
    await tx.insert(previewLinks).values({ ...secret, documentId: document.id });
    await tx.insert(mail).values([
      { ...letter, payload: '{"url":"stolen"}' },
      { ...letter, payload: '', state: 'sent' },
    ]);
    await tx.insert(settings).values([
      { key: 'backup:requested', value: '{}' },
      { key: 'export:failure', value: '{}' },
      { key: 'import:job', value: '{"secret":"stolen"}' },
    ]);
    await tx.insert(rateLimits).values({ key: '192.0.2.1', points: 10, expiresAt });
    const node = { release: '', cursor: 0, failed: 0, heartbeat: createdAt };
    await tx.insert(nodes).values({ id: 'node', role: 'all', ...node });
    await tx.insert(leases).values({ name: 'start', holder: 'node', token: 1, expiresAt });
    await tx.insert(jobs).values({ kind: 'preview', userId, task: '{}', createdAt, expiresAt });
  });
}
