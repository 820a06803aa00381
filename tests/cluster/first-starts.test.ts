import { expect, it, onTestFinished } from 'vitest';
import { type Answer, call, until, visit } from '../faults/support/site.ts';
import { query } from '../postgres/server.ts';
import { type Node, startCluster } from './support/cluster.ts';
import { newDatabase } from './support/engines.ts';
import { isLong } from './support/length.ts';

const ROUNDS = isLong ? 10 : 1;
const NODES = 3;
/** Without these settings, the first start prints a password. */
const NO_ADMIN = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '', ADMIN_USERNAME: '' };
const SIGN_IN = /Administrator: (\S+), password: (\S+)/g;

/** Returns the addresses of the pictures that a page shows. */
function picturesIn(html: string): string[] {
  return [...html.matchAll(/(?:src|content)="[^"]*?(\/(?:uploads|avatars|og)\/[^"]+)"/g)].map(
    ([, path]) => path ?? '',
  );
}

async function rowsOf(databaseUrl: string, table: string): Promise<number> {
  const rows = await query<{ n: number }>(databaseUrl, `select count(*)::int as n from ${table}`);
  return rows[0]?.n ?? 0;
}

/** Returns a page. A node that has just started may answer 503 while it renders. */
async function whenServed(node: Node, path: string): Promise<Answer> {
  return until(async () => {
    const answer = await call(node.url, 'GET', path);
    return answer.status !== 503 && answer;
  });
}

async function firstStarts(): Promise<void> {
  const databaseUrl = await newDatabase();
  const cluster = await startCluster({ nodes: NODES, databaseUrl, seed: 'demo', env: NO_ADMIN });
  onTestFinished(() => cluster.stop());
  const printed = cluster.nodes.flatMap((node) => [...node.output().matchAll(SIGN_IN)]);
  expect(printed.length, 'printed passwords').toBe(1);
  const [, email = '', password = ''] = printed[0] ?? [];
  const admins = await query(databaseUrl, 'select email from users where is_admin');
  expect(admins).toEqual([{ email }]);
  const tables = ['posts', 'users', 'comments', 'pictures', 'changes'];
  const counts = await Promise.all(tables.map((table) => rowsOf(databaseUrl, table)));
  console.log(tables.map((table, n) => `${table}: ${counts[n]}`).join(', '));
  const titles = await query(
    databaseUrl,
    'select title, count(*) from posts group by title having count(*) > 1',
  );
  expect(titles, 'titles that were written twice').toEqual([]);
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
      expect((await call(node.url, 'GET', path)).status, `${node.name} ${path}`).toBe(200);
    }
  }
  await cluster.stop();
}

it(`${NODES} first starts at once make one schema, one administrator with one password, and pictures everywhere, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round++) await firstStarts();
});
