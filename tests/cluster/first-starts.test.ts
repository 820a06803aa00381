import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import postgresJournal from '../../db/migrations/postgres/meta/_journal.json' with { type: 'json' };
import sqliteJournal from '../../db/migrations/sqlite/meta/_journal.json' with { type: 'json' };
import { type Answer, call, until, visit } from '../faults/support/site.ts';
import { query } from '../postgres/server.ts';
import { isFullRun } from '../support/full-run.ts';
import { type Node, startCluster } from './support/cluster.ts';
import { type ENGINES, newDatabase, TRIED } from './support/engines.ts';

const ROUNDS = isFullRun ? 10 : 1;
const NODES = isFullRun ? 3 : 2;
const TABLES = ['posts', 'users', 'comments', 'pictures', 'changes'];
/** Without these settings, the first start prints a password. */
const NO_ADMIN = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '', ADMIN_USERNAME: '' };
const SIGN_IN = /Administrator: (\S+), password: (\S+)/g;

/** Returns the addresses of the pictures that a page shows. */
function picturesIn(html: string): string[] {
  return [...html.matchAll(/(?:src|content)="[^"]*?(\/(?:uploads|avatars|og)\/[^"]+)"/g)].map(
    ([, path]) => path ?? '',
  );
}

interface EmptyDatabase {
  url: string;
  /** The `when` of each migration. */
  migrations: number[];
  migrationsTable: string;
  select<Row extends object>(sql: string): Promise<Row[]>;
}

async function emptyDatabase(engine: (typeof ENGINES)[number]): Promise<EmptyDatabase> {
  if (engine === 'PostgreSQL') {
    const url = await newDatabase();
    return {
      url,
      migrations: postgresJournal.entries.map(({ when }) => when),
      migrationsTable: 'drizzle.__drizzle_migrations',
      select: (sql) => query(url, sql),
    };
  }
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-first-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'blog.db');
  return {
    url: `file:${file}`,
    migrations: sqliteJournal.entries.map(({ when }) => when),
    migrationsTable: '__drizzle_migrations',
    async select<Row extends object>(sql: string) {
      const database = new SQLite(file, { readonly: true });
      try {
        return database.prepare<[], Row>(sql).all();
      } finally {
        database.close();
      }
    },
  };
}

/** Returns a page. A node that has just started may answer 503 while it renders. */
async function whenServed(node: Node, path: string): Promise<Answer> {
  return until(async () => {
    const answer = await call(node.url, 'GET', path);
    return answer.status !== 503 && answer;
  });
}

async function firstStarts(engine: (typeof ENGINES)[number]): Promise<void> {
  const database = await emptyDatabase(engine);
  const options = { nodes: NODES, databaseUrl: database.url, env: NO_ADMIN };
  const cluster = await startCluster({ ...options, seed: 'demo' });
  onTestFinished(() => cluster.stop());
  const printed = cluster.nodes.flatMap((node) => [...node.output().matchAll(SIGN_IN)]);
  expect(printed.length, 'printed passwords').toBe(1);
  const [, email = '', password = ''] = printed[0] ?? [];
  expect(await database.select('select email from users where is_admin')).toEqual([{ email }]);
  const applied = await database.select<{ at: number | string }>(
    `select created_at as at from ${database.migrationsTable} order by created_at`,
  );
  expect(applied.map(({ at }) => Number(at))).toEqual(database.migrations);
  const counts = TABLES.map(async (table) => {
    const rows = await database.select<{ n: number }>(`select count(*) as n from ${table}`);
    return `${table}: ${rows[0]?.n}`;
  });
  console.log(`${engine}: ${(await Promise.all(counts)).join(', ')}`);
  const twice = 'select title from posts group by title having count(*) > 1';
  expect(await database.select(twice), 'titles that were written twice').toEqual([]);
  for (const node of cluster.nodes) {
    await visit(node, { email, password });
    const home = await call(node.url, 'GET', '/');
    const posts = [...new Set(home.text.match(/\/post\/[a-z0-9-]+/g))];
    expect(posts.length, home.text.slice(0, 500)).toBeGreaterThan(3);
    const pages = await Promise.all(posts.map((path) => whenServed(node, path)));
    expect(pages.map(({ status }) => status)).toEqual(posts.map(() => 200));
    const pictures = [...new Set([home, ...pages].flatMap(({ text }) => picturesIn(text)))];
    expect(pictures.length).toBeGreaterThan(3);
    for (const path of pictures) {
      const { status } = await whenServed(node, path);
      expect(status, `${node.name} ${path}: ${node.output()}`).toBe(200);
    }
  }
  await cluster.stop();
}

it.each(TRIED)(
  `${NODES} first starts at once on %s make one schema, one administrator with one password, and pictures everywhere, ${ROUNDS} times`,
  { tags: 'long' },
  async (engine) => {
    for (let round = 0; round < ROUNDS; round++) await firstStarts(engine);
  },
);
