import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { query } from './server.ts';

/** Creates a database without tables, which is dropped after the test. Returns its URL. */
export async function emptyDatabase(): Promise<string> {
  const { url: admin } = await testDatabase();
  const url = new URL(admin);
  url.pathname = `empty_${randomUUID()}`;
  await query(admin, `create database "${url.pathname.slice(1)}"`);
  onTestFinished(async () => {
    await query(admin, `drop database "${url.pathname.slice(1)}" with (force)`);
  });
  return url.href;
}
