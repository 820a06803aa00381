import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INDEX_PATH } from '../../../api/contract/search.ts';
import { type FetchFile, StaticIndex } from '../../../src/lib/search/static-index/static-index.ts';

/** Opens the index of a site folder like a browser. `loaded` lists the requested files. */
export function indexOnDisk(siteRoot: string): StaticIndex & { loaded: string[] } {
  const loaded: string[] = [];
  const fetchFile: FetchFile = async (name) => {
    loaded.push(name);
    return new Uint8Array(await readFile(join(siteRoot, INDEX_PATH, name)));
  };
  return Object.assign(new StaticIndex(fetchFile), { loaded });
}
