import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect } from 'vitest';
import { fillUses } from '../../api/media/fill-uses.ts';
import type { Database } from '../../db/client.ts';
import { bringUpToDate } from '../../db/release.ts';

type Value = string | number | null;
type Row = Record<string, Value>;
type Tables = Map<string, Row[]>;

/** Reads a database without the product: the names of its tables, and their rows. */
export interface Reader {
  tables(): Promise<string[]>;
  /** Values as in JSON. */
  rows(table: string): Promise<Record<string, unknown>[]>;
}

/** Work lists of the first releases, former tables of hidden posts, and derived data. */
const GONE = [
  'outbox',
  'publishes',
  'hidden_posts',
  'hidden_comments',
  'hidden_likes',
  'post_words',
];
/** The mark of the release, and settings whose work lists are gone. */
const GONE_SETTINGS = /^(database:migrated-by|publisher\.(late|stories)|relabel:.*)$/;
/** Tables that an upgrade adds rows to. */
const GROWING = ['documents', 'picture_uses', 'settings', 'feed'];

/** Returns the SQL of a recorded database (tests/recorded/README.md). */
export function recorded(engine: 'sqlite' | 'postgres', commit: string): string {
  return readFileSync(new URL(`../recorded/${commit}.${engine}.sql`, import.meta.url), 'utf8');
}

/** Creates the database file of a recorded SQLite database. */
export function loadRecorded(file: string, commit: string): void {
  const connection = new SQLite(file);
  // The dump writes the tables of the search index.
  connection.unsafeMode(true);
  connection.exec(recorded('sqlite', commit));
  connection.close();
}

/**
 * Upgrades a database as a start does, and checks that everything is there with the same values:
 * posts that were hidden, their comments and likes too.
 */
export async function expectUpgraded(database: Database, reader: Reader): Promise<void> {
  const old = await readTables(reader);
  await bringUpToDate(database);
  await fillUses({ database, now: () => new Date(), nodeId: 'node-a' });
  const now = await readTables(reader);

  for (const [table, rows] of expectedTables(old)) {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const found = of(now, table).map((row) => only(row, columns));
    if (GROWING.includes(table)) expect(found, table).toEqual(expect.arrayContaining(rows));
    else expect(sorted(found), table).toEqual(sorted(rows));
  }
  const isPublic = ({ hidden_at = null }: Row) => hidden_at === null;
  expect(idsOf(of(now, 'posts').filter(isPublic))).toEqual(idsOf(of(old, 'posts')));
  expectDocuments(now, idsOf(of(old, 'documents')));
  expectUses(now);
}

async function readTables(reader: Reader): Promise<Tables> {
  const tables: Tables = new Map();
  for (const table of await reader.tables()) {
    const rows = await reader.rows(table);
    tables.set(table, rows.map(plain));
  }
  return tables;
}

/** SQLite has no booleans, and JSON no dates. */
function plain(row: object): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, plainValue(column, value)]),
  );
}

function plainValue(column: string, value: unknown): Value {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  if (typeof value === 'string' && column.endsWith('_at')) return Date.parse(value);
  return value as Value;
}

/** What an upgrade must keep, in today's tables. */
function expectedTables(old: Tables): Tables {
  const expected: Tables = new Map(old);
  for (const [name, rows] of hiddenRows(old)) expected.set(name, [...of(old, name), ...rows]);
  for (const table of GONE) expected.delete(table);
  const settings = of(old, 'settings').filter(({ key }) => !GONE_SETTINGS.test(String(key)));
  expected.set('settings', settings);
  const uses = of(old, 'picture_uses');
  if (uses.length > 0) expected.set('picture_uses', uses.map(asUseOfPost));
  return expected;
}

const asUseOfPost = (use: Row) => (use.kind === 'hidden' ? { ...use, kind: 'post' } : use);

/** The rows of hidden posts, in the tables that they have today. */
function hiddenRows(old: Tables): Tables {
  const rows: Tables = new Map();
  const add = (table: string, row: Row) => rows.set(table, [...(rows.get(table) ?? []), row]);
  // A copy of a post that is public was left by a stop while it was being hidden.
  const publicIds = idsOf(of(old, 'posts'));
  for (const { id = null, post } of of(old, 'hidden_posts')) {
    if (publicIds.includes(id)) continue;
    const { tags, series, ...fields } = JSON.parse(String(post));
    const row = plain(snakeCase(fields));
    add('posts', row);
    const { seq: post_seq = null, created_at = null } = row;
    for (const [position, { slug }] of tags.entries()) {
      add('post_tags', { post_id: id, tag: slug, position, is_former: 0, created_at, post_seq });
    }
    if (series) {
      const { slug, position } = series;
      add('series_posts', { post_id: id, series: slug, position, is_former: 0 });
    }
  }
  const likes = of(old, 'hidden_likes');
  for (const like of likes) add('likes', like);
  for (const comment of of(old, 'hidden_comments')) {
    const number_of_likes = likes.filter(({ comment_id }) => comment_id === comment.id).length;
    add('comments', { ...comment, number_of_likes });
  }
  return rows;
}

function snakeCase(fields: object): object {
  const name = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [name(key), value]));
}

/** Each post has its document. A new one is like the post. */
function expectDocuments(now: Tables, oldIds: Value[]): void {
  const fields = ['id', 'user_id', 'title', 'slug', 'category', 'image', 'content', 'text'];
  const columns = [...fields, 'created_at', 'image_alt', 'is_featured', 'noindex', 'seo'];
  for (const post of of(now, 'posts')) {
    const document = of(now, 'documents').find(({ id }) => id === post.id);
    expect(document, String(post.title)).toBeDefined();
    if (oldIds.includes(post.id ?? '')) continue;
    expect(document).toMatchObject({ ...only(post, columns), status: 'published', revision: 1 });
  }
}

/** Pictures that posts and users show count as used. */
function expectUses(now: Tables): void {
  const owners = [...of(now, 'posts'), ...of(now, 'users')];
  const uses = of(now, 'picture_uses').map(({ picture, owner_id }) => `${picture} ${owner_id}`);
  for (const { url } of of(now, 'pictures')) {
    const name = basename(String(url));
    const shows = (row: Row) => [row.image, row.content, row.profile_picture].join().includes(name);
    for (const { id } of owners.filter(shows)) expect(uses).toContain(`${name} ${id}`);
  }
}

const idsOf = (rows: Row[]) => rows.map(({ id = null }) => id).sort();
const of = (tables: Tables, name: string): Row[] => tables.get(name) ?? [];
const only = (row: Row, columns: string[]): Row =>
  Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
const sorted = (rows: Row[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
