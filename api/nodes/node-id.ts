import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { atomicWrite } from '../files/atomic-write.ts';

const NODE_ID = /^[\w-]{8,64}$/;

/**
 * Returns the id of this node, from `DATA_DIR/node.json`. Creates the file at the first start.
 * Because a node keeps its id, it can take its own leases right after a restart: the lock of the
 * data folder guarantees that its previous process has ended.
 */
export async function loadNodeId(dataDir: string): Promise<string> {
  const path = join(dataDir, 'node.json');
  const known = await readFile(path, 'utf8').then(parseId, () => undefined);
  if (known !== undefined) return known;
  const id = randomUUID();
  await atomicWrite(path, Buffer.from(`${JSON.stringify({ id })}\n`));
  return id;
}

/** Returns `undefined` for a damaged file. It's replaced, and the old id's leases expire. */
function parseId(text: string): string | undefined {
  try {
    const { id } = JSON.parse(text) as { id?: unknown };
    return typeof id === 'string' && NODE_ID.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}
