import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../db/client.ts';
import { findOtherNode } from '../../db/queries/nodes.ts';
import { getSetting, setSetting } from '../../db/queries/settings.ts';
import type { Env } from '../env.ts';
import type { Node } from './node.ts';

/** A file in the shared folder of pictures. It's hidden, so backups skip it and it isn't served. */
const MARK_FILE = '.shared';
const MARK = 'uploads:mark';

/**
 * Registers the node. Throws an Error that names UPLOADS_SHARED if other nodes couldn't see its
 * pictures. Call it in a transaction while holding the startup lease: if two nodes start at the
 * same time, the second must see the first. `say` prints a line on the terminal.
 */
export async function joinNodes(
  tx: Db,
  node: Node,
  env: Pick<Env, 'storage' | 'uploadsShared' | 'dataDir'>,
  say: (line: string) => void = () => undefined,
): Promise<void> {
  if (env.storage.kind === 'local') {
    const other = await findOtherNode(tx, node.id);
    const uploads = join(env.dataDir, 'uploads');
    if (env.uploadsShared) await checkMark(tx, uploads, other?.id, say);
    else if (other) {
      throw new Error(
        `UPLOADS_SHARED, STORAGE: another node (${other.id}) runs on this database, and pictures in ${uploads} would be missing there: set STORAGE=s3, or UPLOADS_SHARED=1 if both share that folder`,
      );
    }
  }
  await node.register(tx);
}

/**
 * Checks that the other nodes use the same folder: a file in it must have the text stored in the
 * database. If no other node runs, the site switches to this folder, as after a restore.
 */
async function checkMark(
  tx: Db,
  uploads: string,
  other: string | undefined,
  say: (line: string) => void,
): Promise<void> {
  const file = join(uploads, MARK_FILE);
  const known = await getSetting(tx, MARK);
  const found = await readFile(file, 'utf8').catch(() => undefined);
  if (known !== undefined && known === found) return;
  if (known !== undefined && other) {
    throw new Error(
      `UPLOADS_SHARED: ${uploads} isn't the folder of the other node (${other}): mount the shared folder there or make it a link to it, or set STORAGE=s3`,
    );
  }
  if (known !== undefined) {
    say(
      `UPLOADS_SHARED: ${uploads} isn't the folder that was shared at the last start. If you didn't restore or move it, check that the shared folder is mounted.`,
    );
  }
  // Write a new text, so nodes with the previous folder are refused from now on.
  const mark = randomUUID();
  await writeFile(file, mark);
  await setSetting(tx, MARK, mark);
}
