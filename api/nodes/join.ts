import type { Db } from '../../db/client.ts';
import { findOtherNode } from '../../db/queries/nodes.ts';
import type { Env } from '../env.ts';
import type { Node } from './node.ts';

/**
 * Registers the node. Throws an Error that names UPLOADS_SHARED and STORAGE if its pictures would
 * be missing on other nodes. Call it in a transaction under the startup lease, so that of two nodes
 * that start at once, the second sees the first.
 */
export async function joinNodes(
  tx: Db,
  node: Node,
  { storage, uploadsShared, dataDir }: Pick<Env, 'storage' | 'uploadsShared' | 'dataDir'>,
): Promise<void> {
  if (storage.kind === 'local' && !uploadsShared) {
    const other = await findOtherNode(tx, node.id);
    if (other) {
      throw new Error(
        `UPLOADS_SHARED, STORAGE: another node (${other.id}) runs on this database, and pictures in ${dataDir}/uploads would be missing there: set STORAGE=s3, or UPLOADS_SHARED=1 if both share that folder`,
      );
    }
  }
  await node.register(tx);
}
