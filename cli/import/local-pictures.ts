import { extname } from 'node:path/posix';
import { MAX_PICTURE_BYTES, PICTURE_TYPES } from '../../api/contract/uploads.ts';
import { BadRequestError } from '../../api/errors.ts';
import { type FileTree, readBytes } from './file-tree.ts';
import type { PictureReader } from './source.ts';

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
  const bytes = await readBytes(tree, file, MAX_PICTURE_BYTES.post);
  if (bytes === undefined) return { problem: 'it is larger than 10 MB' };
  return { url: `data:${type};base64,${bytes.toString('base64')}` };
}

/** Returns a function like `ForeignSource.pictureAt`. */
export function pictureReader(tree: FileTree, fileOf: (address: string) => string | undefined) {
  return (address: string): PictureReader | undefined => {
    const file = fileOf(address);
    if (file === undefined) return undefined;
    return async () => {
      const bytes = await readBytes(tree, file, MAX_PICTURE_BYTES.post);
      if (bytes === undefined) throw new BadRequestError('it is larger than 10 MB.');
      return bytes;
    };
  };
}
