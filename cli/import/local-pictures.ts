import { extname } from 'node:path/posix';
import { MAX_PICTURE_BYTES, PICTURE_TYPES } from '../../api/contract/uploads.ts';
import type { FileTree } from './file-tree.ts';

const TYPES: Record<string, string> = Object.fromEntries([
  ...Object.entries(PICTURE_TYPES).map(([type, ending]) => [`.${ending}`, type]),
  ['.jpeg', 'image/jpeg'],
  ['.jpe', 'image/jpeg'],
]);

/**
 * Returns a picture of the export as a `data:` address, which the import stores as an upload, or
 * why it can't be stored.
 */
export async function embeddedPicture(
  tree: FileTree,
  file: string,
): Promise<{ url: string } | { problem: string }> {
  const type = TYPES[extname(file).toLowerCase()];
  if (type === undefined) return { problem: 'its type is not accepted' };
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await tree.open(file)) {
    size += (chunk as Buffer).length;
    if (size > MAX_PICTURE_BYTES.post) return { problem: 'it is larger than 10 MB' };
    chunks.push(chunk as Buffer);
  }
  return { url: `data:${type};base64,${Buffer.concat(chunks).toString('base64')}` };
}
