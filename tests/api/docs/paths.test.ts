import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const OURS = ['api', 'bench', 'cli', 'db', 'deploy', 'docs', 'public', 'scripts', 'src', 'tests'];
const all = new Set(
  OURS.flatMap((folder) => globSync(`${folder}/**`, { cwd: ROOT })).concat(
    globSync('*', { cwd: ROOT }),
  ),
);
const names = new Set(Array.from(all).flatMap((path) => [path, path.split('/').at(-1) ?? '']));

/** Whether there's this file, or the end of its path. */
const exists = (path: string) =>
  names.has(path) || Array.from(all).some((known) => known.endsWith(`/${path}`));

const documents = ['*.md', 'docs/**/*.md'].flatMap((files) => globSync(files, { cwd: ROOT }));

test('every file and folder that docs/architecture.md names exists', () => {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const [map = ''] = text.split('## On disk');
  const quoted = Array.from(text.matchAll(/`([^`\s]+)`/g), ([, path = '']) => path);
  const isOurs = (path: string) => OURS.includes(path.split('/')[0] ?? '') && path.includes('/');
  const isSource = (path: string) => /^[\w./-]+\.(?:tsx?|mjs|css|astro)$/.test(path);
  const isFolder = (path: string) => /^[\w-]+\/$/.test(path) && map.includes(path);
  const paths = quoted.filter((path) => isOurs(path) || isSource(path) || isFolder(path));
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.filter((path) => !exists(path.replace(/\/$/, '')))).toEqual([]);
});

test.each(documents)('the links to files in %s lead to files', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const targets = Array.from(text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g), ([, to = '']) =>
    join(dirname(document), to).replace(/\/$/, ''),
  );
  expect(targets.filter((target) => !existsSync(join(ROOT, target)))).toEqual([]);
});
