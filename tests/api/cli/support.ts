import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Env, loadEnv } from '../../../api/env.ts';

/** Returns a folder that is deleted after the test. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-keep-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the environment of a site in this folder. */
export function siteIn(dataDir: string, more: Record<string, string> = {}): Env {
  return loadEnv({ DATA_DIR: dataDir, ...more });
}

export const silent = () => undefined;

/** A red rectangle, 3 by 2. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQImWP4z8AAQVDqPwMDAEHSBfsYFwTiAAAAAElFTkSuQmCC',
  'base64',
);
