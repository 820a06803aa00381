import { randomUUID } from 'node:crypto';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { type Env, loadEnv } from '../../api/env.ts';
import { listSite } from '../../api/site-target/files.ts';
import { syncToBucket } from '../../cli/site-sync.ts';
import { testDatabase } from '../support/database.ts';
import { client, variables } from './bucket.ts';

const endpoint = variables.S3_ENDPOINT;

/** A published site and an empty bucket of its own. */
export async function siteWithBucket(endpointOfSite = endpoint) {
  const database = await testDatabase();
  const bucket = `site-${randomUUID()}`;
  const made = await client.fetch(`${endpoint}/${bucket}`, { method: 'PUT' });
  expect(made.status).toBe(200);
  const root = join(database.folder, 'releases', '1');
  await mkdir(root, { recursive: true });
  await symlink(join('releases', '1'), join(database.folder, 'site'));
  const settings = {
    DATA_DIR: database.folder,
    DATABASE_URL: database.url,
    SITE_URL: 'https://blog.example.com',
    SITE_TARGET: 's3',
    SITE_S3_ENDPOINT: endpointOfSite,
    SITE_S3_REGION: variables.S3_REGION,
    SITE_S3_BUCKET: bucket,
    SITE_S3_ACCESS_KEY_ID: variables.S3_ACCESS_KEY_ID,
    SITE_S3_SECRET_ACCESS_KEY: variables.S3_SECRET_ACCESS_KEY,
  };
  return new SiteWithBucket({ database, bucket, root, settings });
}

type Parts = {
  database: Awaited<ReturnType<typeof testDatabase>>;
  bucket: string;
  root: string;
  settings: Record<string, string>;
};

export class SiteWithBucket {
  readonly database: Parts['database'];
  readonly bucket: string;
  readonly root: string;
  readonly settings: Parts['settings'];
  readonly env: Env;

  constructor({ database, bucket, root, settings }: Parts) {
    this.database = database;
    this.bucket = bucket;
    this.root = root;
    this.settings = settings;
    this.env = loadEnv(settings);
  }

  async write(files: Record<string, string>): Promise<void> {
    for (const [name, content] of Object.entries(files)) {
      const file = join(this.root, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.root, name), { recursive: true });
  }

  /** `npm run site:sync`. */
  async sync() {
    const lines: string[] = [];
    const synced = await syncToBucket({ env: this.env, say: (line) => lines.push(line) });
    return { ...synced, line: lines.at(-1) };
  }

  /** The names of all objects, but for the manifest. */
  async keys(): Promise<string[]> {
    const keys: string[] = [];
    for (let marker = ''; ; ) {
      const url = `${endpoint}/${this.bucket}?marker=${encodeURIComponent(marker)}`;
      const xml = await (await client.fetch(url)).text();
      const page = Array.from(xml.matchAll(/<Key>([^<]*)<\/Key>/g), ([, key = '']) => key);
      keys.push(...page);
      if (!xml.includes('<IsTruncated>true</IsTruncated>')) break;
      marker = page.at(-1) ?? '';
    }
    return keys.filter((key) => !key.startsWith('.inkwell/'));
  }

  /** The objects that the bucket should have. */
  async expectedKeys(): Promise<string[]> {
    const files = await listSite(this.root);
    return files.map(({ key }) => key).sort();
  }

  async get(key: string): Promise<Response> {
    return await client.fetch(`${endpoint}/${this.bucket}/${key}`);
  }
}
