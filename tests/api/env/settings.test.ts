import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { loadEnv, SETTINGS } from '../../../api/env.ts';
import { DEFAULT_LIMITS } from '../../../api/ratelimit/limits.ts';
import { SERVER_FLAGS, SERVER_MALLOC } from '../../../scripts/server-memory.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (name: string) => readFile(new URL(`../../../${name}`, import.meta.url), 'utf8');
const sorted = (names: Iterable<string>) => [...names].sort();

/** The image sets them: they name places inside the container. */
const OF_THE_IMAGE = ['HOST', 'PORT', 'DATA_DIR'];

describe('every setting', () => {
  test('every setting is in .env.example, with its default', async () => {
    const lines = (await read('.env.example')).matchAll(/^([A-Z_\d]+)=(.*)$/gm);
    const example = Object.fromEntries(Array.from(lines, ([, name = '', value]) => [name, value]));
    expect(sorted(Object.keys(example))).toEqual(sorted(SETTINGS));
    expect(loadEnv(example)).toEqual(loadEnv({}));
  });

  test('every setting has a row with its default in docs/configuration.md', async () => {
    const rows = (await read('docs/configuration.md')).matchAll(
      /^\| `([A-Z_\d]+)` +\| (?:`([^`]+)`|none|random) +\|/gm,
    );
    const defaults = Object.fromEntries(Array.from(rows, ([, name = '', value]) => [name, value]));
    expect(sorted(Object.keys(defaults))).toEqual(sorted(SETTINGS));
    // Set apart: what depends on other settings, and the administrator, who is only for a new site.
    const {
      SITE_URL: _,
      DATABASE_URL: __,
      ADMIN_EMAIL: ___,
      ADMIN_USERNAME: ____,
      ...own
    } = defaults;
    expect(loadEnv(own)).toEqual(loadEnv({}));
  });

  test('reaches the container, with the default where it is empty', async () => {
    const compose = await read('deploy/compose.yaml');
    const [, inkwell = ''] = compose.split(/^ {2}inkwell:$/m);
    const [own = ''] = inkwell.split(/^ {2}caddy:$/m);
    const passed = Array.from(
      own.matchAll(/^ {6}([A-Z_\d]+): \$\{\1:-\}$/gm),
      ([, name = '']) => name,
    );
    expect(sorted([...passed, ...OF_THE_IMAGE])).toEqual(sorted(SETTINGS));
    expect(loadEnv(Object.fromEntries(passed.map((name) => [name, ''])))).toEqual(loadEnv({}));
  });
});

const SECONDS: Record<string, number> = {
  minute: 60,
  '10 minutes': 600,
  '15 minutes': 900,
  hour: 3_600,
  day: 86_400,
};

test('docs/configuration.md has every rate limit with its default', async () => {
  const rows = (await read('docs/configuration.md')).matchAll(
    /^\| `(\w+)` +\| (?:(\d+) per ([a-z0-9 ]+?)|five × `signUp`) +\|/gm,
  );
  const limits = Object.fromEntries(
    Array.from(rows, ([, name = '', points, duration = '']) => [
      name,
      points === undefined
        ? { points: 5 * DEFAULT_LIMITS.signUp.points, duration: DEFAULT_LIMITS.signUp.duration }
        : { points: Number(points), duration: SECONDS[duration] },
    ]),
  );
  expect(limits).toEqual(DEFAULT_LIMITS);
});

test('all files name the same oldest version of PostgreSQL', async () => {
  const files = ['.env.example', 'README.md', ...globSync('docs/**/*.md', { cwd: ROOT })];
  const texts = await Promise.all(files.map(read));
  const versions = texts.flatMap((text) =>
    Array.from(text.matchAll(/PostgreSQL (\d+) or newer/g), ([, version]) => version),
  );
  expect(versions.length).toBeGreaterThan(1);
  expect([...new Set(versions)]).toEqual(['15']);
});

test('the files for a cluster name the same nodes and ports', async () => {
  const [compose, nginx, caddy, dockerfile] = await Promise.all(
    ['cluster/compose.yaml', 'cluster/nginx.conf', 'cluster/Caddyfile', 'Dockerfile'].map((file) =>
      read(`deploy/${file}`),
    ),
  );
  const services = Array.from(`${compose}`.matchAll(/^ {2}(node\d):$/gm), ([, name]) => name);
  const port = loadEnv({}).port;
  const nodes = [...new Set(services)].filter((name) => `${compose}`.includes(`${name}:/data`));
  const addresses = nodes.map((name) => `${name}:${port}`);
  const upstreams = `${nginx}`.match(/upstream \w+ \{[^}]*\}/g) ?? [];
  expect(upstreams).toHaveLength(3);
  for (const upstream of upstreams) {
    expect(Array.from(upstream.matchAll(/server (\S+?:\d+)/g), ([, to]) => to)).toEqual(addresses);
  }
  const defaults = Array.from(`${caddy}`.matchAll(/\{\$NODES:([^}]*)\}/g), ([, to]) => to);
  expect(new Set(defaults)).toEqual(new Set([addresses.join(' ')]));
  // nginx.conf has a server, no `http` or `events` block.
  expect(compose).toContain('./nginx.conf:/etc/nginx/conf.d/default.conf:ro');
  expect(dockerfile).toContain('HOST=0.0.0.0');
  expect(dockerfile).not.toMatch(/\bPORT=\d/);
});

test('the image starts Node with the settings of `npm start`', async () => {
  const dockerfile = await read('deploy/Dockerfile');
  const [, command = ''] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  expect(JSON.parse(command)).toEqual(['node', ...SERVER_FLAGS, 'scripts/start.ts']);
  const malloc = Object.entries(SERVER_MALLOC).map(([name, value]) => `${name}=${value}`);
  expect(dockerfile).toContain(`ENV ${malloc.join(' ')}\n`);
});

describe('EXPORT_DIR', () => {
  it.each([
    './data',
    './data/site',
    './data/uploads/export',
    './data/releases/1',
    './data/imports',
  ])('is refused as %s', (path) => {
    expect(() => loadEnv({ EXPORT_DIR: path })).toThrow(/EXPORT_DIR: must not be DATA_DIR/);
  });

  it('may be another folder of DATA_DIR', () => {
    const { exportDir, dataDir } = loadEnv({ EXPORT_DIR: './data/export' });
    expect(exportDir).toBe(`${dataDir}/export`);
  });
});
