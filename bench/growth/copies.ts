import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { timed } from '../support/figures.ts';
import type { Figures } from './figures.ts';

/** Runs a command of the command line on a data folder. Returns its milliseconds. */
async function run(name: string, dataDir: string, ...args: string[]): Promise<number> {
  const script = fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url));
  const options = {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir },
    maxBuffer: 64 * 1024 * 1024,
  };
  return (await timed(() => promisify(execFile)(process.execPath, [script, ...args], options))).ms;
}

/** Returns the times of export and import, of backup and restore, of a running site. */
export async function copies(folder: string, dataDir: string): Promise<Figures> {
  const [archive, records] = [join(folder, 'backup.tar'), join(folder, 'export.json')];
  const backup = await run('backup', dataDir, archive, '--force');
  const restore = await run('restore', join(folder, 'restored'), archive);
  const exported = await run('export', dataDir, records, '--force');
  const imported = await run('import', join(folder, 'imported'), records);
  return {
    backup: { value: backup, unit: 'ms' },
    restore: { value: restore, unit: 'ms' },
    export: { value: exported, unit: 'ms' },
    import: { value: imported, unit: 'ms' },
  };
}
