import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Env, EnvError, loadEnv } from './env.ts';

const MIN_SECRET_LENGTH = 32;

export interface FunctionEnv extends Env {
  /** The value of `X-CDN-Secret` that the CDN sends. Calls without it are refused. */
  cdnSecret: string | undefined;
}

/**
 * Returns the settings of a function (docs/functions.md). A function has no lasting disk, so the
 * database and the pictures must be elsewhere. Throws an EnvError.
 */
export function loadFunctionEnv(source: Record<string, string | undefined>): FunctionEnv {
  // Only for temporary files.
  const env = loadEnv({ ...source, DATA_DIR: join(tmpdir(), 'inkwell') });
  const problems = [
    /^postgres(ql)?:/.test(env.databaseUrl)
      ? []
      : 'DATABASE_URL: must be postgres://… in a function, which has no disk for SQLite',
    env.storage.kind === 's3'
      ? []
      : 'STORAGE: must be "s3" in a function, which has no disk for pictures',
    env.siteUrlIsSet ? [] : 'SITE_URL: must be set in a function, which has no port of its own',
  ].flat();
  const cdnSecret = source.CDN_SECRET || undefined;
  if (cdnSecret !== undefined && cdnSecret.length < MIN_SECRET_LENGTH) {
    problems.push(`CDN_SECRET: must have at least ${MIN_SECRET_LENGTH} characters`);
  }
  if (problems.length > 0) throw new EnvError(problems.join('\n'));
  return { ...env, cdnSecret };
}
