import { readdir } from 'node:fs/promises';

/** Returns the names in a folder. None if it doesn't exist. */
export async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
