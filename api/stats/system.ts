import { readFileSync } from 'node:fs';
import { findDatabaseSize } from '../../db/queries/database-size.ts';
import { countFailingMail } from '../../db/queries/mail.ts';
import { sumPictureBytes } from '../../db/queries/pictures.ts';
import { newerRelease } from '../../db/release.ts';
import { readExportStatus, readTaskStatus } from '../backups/status.ts';
import type { SystemStatus } from '../contract/system.ts';
import type { Services } from '../services.ts';

/** Returns the state of the server, for administrators. */
export async function readSystem(
  services: Pick<Services, 'database' | 'env' | 'disk' | 'now'>,
): Promise<SystemStatus> {
  const {
    database: { read },
    env,
    disk,
  } = services;
  const [newer, space, databaseBytes, pictureBytes, failingMail, backups, exports] =
    await Promise.all([
      newerRelease(read),
      disk?.(),
      findDatabaseSize(read),
      sumPictureBytes(read),
      env.mail ? countFailingMail(read) : null,
      readTaskStatus(services, 'backup'),
      readExportStatus(services),
    ]);
  return {
    version: readVersion(),
    newerRelease: newer,
    disk: space ?? null,
    databaseBytes,
    pictureBytes,
    failingMail,
    backups,
    exports,
  };
}

/** Returns the version in package.json. */
export function readVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
