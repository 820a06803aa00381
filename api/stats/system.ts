import { readFileSync } from 'node:fs';
import { findDatabaseSize } from '../../db/queries/database-size.ts';
import { countFailingMail } from '../../db/queries/mail.ts';
import type { SystemStatus } from '../contract/system.ts';
import type { Services } from '../services.ts';

/** Returns the state of the server, for administrators. */
export async function readSystem({
  database: { read },
  env,
  disk,
}: Pick<Services, 'database' | 'env' | 'disk'>): Promise<SystemStatus> {
  const [space, databaseBytes, failingMail] = await Promise.all([
    disk?.(),
    findDatabaseSize(read),
    env.mail ? countFailingMail(read) : null,
  ]);
  return { version: readVersion(), disk: space ?? null, databaseBytes, failingMail };
}

function readVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
