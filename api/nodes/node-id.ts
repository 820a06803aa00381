import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { atomicWrite } from '../files/atomic-write.ts';

const NODE_ID = /^[\w-]{8,64}$/;

/**
 * Returns the id of this node, from `DATA_DIR/node.json`. Creates the file at the first start. A
 * node that keeps its id can take its own leases right after a restart: the lock of the data folder
 * guarantees that its previous process has ended. The file stores the inode of its folder, so a
 * copy of the folder becomes another node.
 */
export async function loadNodeId(dataDir: string): Promise<string> {
  const path = join(dataDir, 'node.json');
  const folder = String((await stat(dataDir, { bigint: true })).ino);
  const known = await readFile(path, 'utf8').then(
    (text) => parseId(text, folder),
    () => undefined,
  );
  if (known !== undefined) return known;
  const id = randomUUID();
  await atomicWrite(path, Buffer.from(`${JSON.stringify({ id, folder })}\n`));
  return id;
}

/** Returns `undefined` for a damaged or copied file. Leases of the old id expire. */
function parseId(text: string, folder: string): string | undefined {
  try {
    const stored = JSON.parse(text) as { id?: unknown; folder?: unknown };
    if (stored.folder !== folder) return undefined;
    return typeof stored.id === 'string' && NODE_ID.test(stored.id) ? stored.id : undefined;
  } catch {
    return undefined;
  }
}
