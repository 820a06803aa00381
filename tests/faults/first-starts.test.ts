import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ensureBuild } from '../../scripts/build.ts';
import { freePort } from '../e2e/support/server.ts';
import { type Started, startProcess } from './support/process.ts';

const ADMINISTRATOR = /^Administrator: (\S+), password: (\S+)$/gm;

beforeAll(async () => {
  await ensureBuild();
});

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'inkwell-first-'));
  onTestFinished(() => rm(made, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  return made;
}

/** Starts nodes on one database file at the same moment, each with a data folder of its own. */
async function startNodes(names: string[], root: string, env: Record<string, string> = {}) {
  return await Promise.all(
    names.map(async (name) => {
      const port = await freePort();
      const DATA_DIR = join(root, name);
      await mkdir(join(root, 'uploads'), { recursive: true });
      await mkdir(DATA_DIR);
      if (env.UPLOADS_SHARED) await symlink(join(root, 'uploads'), join(DATA_DIR, 'uploads'));
      const DATABASE_URL = `file:${join(root, 'blog.db')}`;
      const node = startProcess({ PORT: String(port), DATA_DIR, DATABASE_URL, ...env });
      return { ...node, port };
    }),
  );
}

const passwordsOf = (nodes: Started[]) =>
  nodes.flatMap((node) => [...node.stdout().matchAll(ADMINISTRATOR)].map(([, , word]) => word));

test('another process takes over when the first one dies while it prepares the database', {
  tags: 'long',
}, async () => {
  const root = await folder();
  const env = { UPLOADS_SHARED: '1', SITE_URL: 'http://localhost:4321' };
  const [first, second] = await startNodes(['a', 'b'], root, env);
  const leader = await Promise.race(
    [first, second].map(async (node) => {
      await node?.says('Copying');
      return node;
    }),
  );
  leader?.child.kill('SIGKILL');
  const other = leader === first ? second : first;
  await other?.says('Inkwell is at');
  expect(other?.stdout()).toContain('Waiting for another process to prepare the database');
  expect(other?.stdout()).toContain('Demo content written');
  expect(passwordsOf(other ? [other] : [])).toHaveLength(1);
});

test('of two nodes with pictures of their own that start at once, one refuses', async () => {
  const root = await folder();
  const nodes = await startNodes(['a', 'b'], root, { SITE_URL: 'http://localhost:4321' });
  const outcomes = await Promise.all(
    nodes.map((node) =>
      node.says('Inkwell is at').then(
        () => 'runs',
        () => 'refused',
      ),
    ),
  );
  expect(outcomes.sort()).toEqual(['refused', 'runs']);
  const refused = nodes.map((node) => node.stderr()).join('');
  expect(refused).toMatch(/^UPLOADS_SHARED, STORAGE: another node .*\n$/);
});
