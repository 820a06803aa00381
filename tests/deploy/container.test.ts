// @module-tag long
import { execFile, spawnSync } from 'node:child_process';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../db/client.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A user that may write nowhere but in its data folder. */
const NOBODY = 65534;
const AS_NOBODY = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
/** Root can give up its rights, and `nobody` can read the project. */
const canTry = spawnSync('setpriv', [...AS_NOBODY, 'cat', join(ROOT, 'package.json')]).status === 0;

/**
 * Without Docker: the files that the Dockerfile copies into the image, after the commands of ours
 * that it runs, read as a user who may not write there. Under systemd it's the same.
 */
describe.skipIf(!canTry)('npm commands in the container', () => {
  let folder: string;
  let image: string;
  let dataDir: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkwell-container-'));
    image = join(folder, 'app');
    dataDir = join(folder, 'data');
    await chmod(folder, 0o755);
    await mkdir(join(image, 'node_modules'), { recursive: true });
    const dockerfile = await readFile(join(ROOT, 'deploy/Dockerfile'), 'utf8');
    for (const [, names = ''] of dockerfile.matchAll(/^COPY --from=build (.+) \S+$/gm)) {
      for (const name of names.split(' ').map((path) => path.replace('/app/', ''))) {
        if (['node_modules', 'dist'].includes(name)) continue;
        await cp(join(ROOT, name), join(image, name), { recursive: true });
      }
    }
    const modules = join(ROOT, 'node_modules');
    for (const name of await readdir(modules)) {
      if (!name.startsWith('.'))
        await symlink(join(modules, name), join(image, 'node_modules', name));
    }
    // The packages are there, so npm has nothing to do.
    await writeFile(join(folder, 'npm'), '#!/bin/sh\necho https://registry.npmjs.org/\n', {
      mode: 0o755,
    });
    for (const [, name = ''] of dockerfile.matchAll(/^RUN node scripts\/run\.mjs (\S+)$/gm)) {
      const PATH = [folder, process.env.PATH].join(delimiter);
      await run(process.execPath, ['scripts/run.mjs', name, '--help'], {
        cwd: image,
        env: { PATH },
      });
    }
    await mkdir(dataDir);
    const database = await openDatabase(`file:${join(dataDir, 'blog.db')}`);
    await database.migrate();
    await database.close();
    for (const name of ['.', ...(await readdir(dataDir))])
      await chown(join(dataDir, name), NOBODY, NOBODY);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('work for a user who can only write to the data folder', async () => {
    const env = {
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      // Not writable, either.
      HOME: image,
      DATA_DIR: dataDir,
    };
    const npm = (...args: string[]) =>
      run('setpriv', [...AS_NOBODY, 'npm', 'run', '--silent', ...args], { cwd: image, env });
    const archive = join(dataDir, 'blog.tar.gz');
    const content = join(dataDir, 'content.json');
    expect((await npm('user', '--', 'list')).stdout).toBe('There are no accounts yet.\n');
    expect((await npm('backup', '--', archive)).stdout).toContain(archive);
    expect((await npm('export', '--', content)).stdout).toContain('0 posts');
    expect((await npm('import', '--', content, '--dry-run')).stdout).toContain(
      'Nothing was changed',
    );
    env.DATA_DIR = join(dataDir, 'restored');
    expect((await npm('restore', '--', archive)).stdout).toContain('Restored as of');
  });
});
