import { resolve, sep } from 'node:path';
import { z } from 'zod';
import { storedEmail } from '../db/stored-email.ts';
import { databaseUrlProblem } from '../db/url.ts';
import { otherProvidersOf, type ProviderSettings } from './auth/providers/settings.ts';
import { mailSettingsOf } from './mail/settings.ts';
import { type Limits, parseLimits } from './ratelimit/limits.ts';
import { siteTargetOf } from './site-target/settings.ts';
import { parseQuota } from './uploads/quota.ts';

/** A bad environment. The message has one line for each bad variable. */
export class EnvError extends Error {
  override name = 'EnvError';
}

const blankIsAbsent = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : value;
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsAbsent, schema.optional());
const withDefault = <T extends z.ZodType>(schema: T, fallback: string) =>
  z.preprocess((value) => blankIsAbsent(value) ?? fallback, schema);
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://blog.example.com' })
  .transform((value) => new URL(value))
  .refine((url) => url.pathname === '/' && url.search === '' && url.hash === '', {
    error: 'must be an origin: no path, query or fragment',
  })
  .transform((url) => url.origin);

/** Returns whether an address is on this machine. Only there may secrets travel without TLS. */
export function isLoopback(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? '';
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);
}

const issuer = z
  .url({ protocol: /^https?$/, error: 'must be an address' })
  .refine((url) => url.startsWith('https:') || isLoopback(url), {
    error: 'must begin with https:// (except on this machine)',
  });

/** Parses with `parse`, which throws an Error that says what's wrong. */
const parsed = <T>(parse: (text: string) => T) =>
  z.string().transform((text, context): T => {
    try {
      return parse(text);
    } catch (error) {
      context.addIssue((error as Error).message);
      return z.NEVER;
    }
  });

/** The address of an S3 store. Messages show it, so it may contain no password. */
const endpoint = z
  .url({ protocol: /^https?$/, error: 'must be an address' })
  .refine((url) => !URL.parse(url)?.username && !URL.parse(url)?.password, {
    error: 'must not contain a name or password: use the access keys',
  });

const shape = z.object({
  HOST: withDefault(z.string(), '127.0.0.1'),
  PORT: withDefault(wholeNumber(0, 65535), '4321'),
  SITE_URL: optional(origin),
  DATA_DIR: withDefault(z.string(), './data'),
  DATABASE_URL: optional(
    z.string().superRefine((url, context) => {
      const problem = databaseUrlProblem(url);
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
    }),
  ),
  ROLE: withDefault(
    z.enum(['all', 'web', 'publisher'], 'must be "all", "web" or "publisher"'),
    'all',
  ),
  ADMIN_EMAIL: optional(
    z.string().transform(storedEmail).pipe(z.email('must be an email address').max(254)),
  ),
  ADMIN_PASSWORD: optional(
    z
      .string()
      .min(8, 'must have at least 8 characters')
      .max(128, 'must have at most 128 characters'),
  ),
  ADMIN_USERNAME: optional(
    z
      .string()
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9_.-]{2,29}$/,
        'must be 3 to 30 letters, digits, "_", "-" or ".", starting with a letter or digit',
      ),
  ),
  SEED: withDefault(z.enum(['demo', 'none'], 'must be "demo" or "none"'), 'demo'),
  GOOGLE_CLIENT_ID: optional(z.string()),
  GOOGLE_CLIENT_SECRET: optional(z.string()),
  GOOGLE_ISSUER: withDefault(issuer, 'https://accounts.google.com'),
  GITHUB_CLIENT_ID: optional(z.string()),
  GITHUB_CLIENT_SECRET: optional(z.string()),
  GITHUB_URL: withDefault(issuer, 'https://github.com'),
  OIDC_PROVIDERS: optional(z.string()),
  SMTP_URL: optional(z.string().trim()),
  MAIL_FROM: optional(z.string().trim()),
  FRESH_SESSION_SECONDS: withDefault(wholeNumber(1, 31_536_000), '1800'),
  STORAGE: withDefault(z.enum(['local', 's3'], 'must be "local" or "s3"'), 'local'),
  S3_ENDPOINT: optional(endpoint),
  S3_REGION: optional(z.string()),
  S3_BUCKET: optional(z.string()),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  S3_PUBLIC_URL: optional(z.url({ protocol: /^https?$/, error: 'must be an address' })),
  UPLOADS_SHARED: withDefault(z.enum(['0', '1'], 'must be 0 or 1'), '0'),
  SITE_TARGET: withDefault(z.enum(['none', 's3'], 'must be "s3" or "none"'), 'none'),
  SITE_S3_ENDPOINT: optional(endpoint),
  SITE_S3_REGION: optional(z.string()),
  SITE_S3_BUCKET: optional(z.string()),
  SITE_S3_ACCESS_KEY_ID: optional(z.string()),
  SITE_S3_SECRET_ACCESS_KEY: optional(z.string()),
  PURGE_DRIVER: withDefault(
    z.enum(
      ['none', 'cloudflare', 'bunny', 'fastly', 'webhook'],
      'must be "cloudflare", "bunny", "fastly", "webhook" or "none"',
    ),
    'none',
  ),
  PURGE_ZONE: optional(z.string()),
  PURGE_TOKEN: optional(z.string()),
  PURGE_URL: optional(z.url({ protocol: /^https?$/, error: 'must be an address' })),
  EXPORT_DIR: optional(z.string()),
  EXPORT_COMMAND: optional(z.string()),
  UPLOAD_QUOTA: withDefault(parsed(parseQuota), 'member=100MB,site=none'),
  TRUST_PROXY: withDefault(wholeNumber(0, 10), '0'),
  RATE_LIMITS: optional(parsed<Partial<Limits>>(parseLimits)),
  LOG_LEVEL: withDefault(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
    'info',
  ),
});

/** The names of all settings. */
export const SETTINGS = Object.keys(shape.shape);

type Values = z.infer<typeof shape>;

/** The settings, checked and with their defaults; see .env.example. */
export type Env = ReturnType<typeof loadEnv>;

/**
 * Returns the settings of the environment variables (`process.env`). Throws an EnvError that names
 * every variable with a bad value.
 */
export function loadEnv(source: Record<string, string | undefined>) {
  const parsed = shape.safeParse(source);
  if (!parsed.success) {
    throw new EnvError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    );
  }
  const values = parsed.data;
  const dataDir = resolve(values.DATA_DIR);
  return {
    host: values.HOST,
    port: values.PORT,
    /** Public origin, without a trailing slash. */
    siteUrl: values.SITE_URL ?? `http://localhost:${values.PORT}`,
    /** If not, `siteUrl` is a guess: visitors may use other addresses. */
    siteUrlIsSet: values.SITE_URL !== undefined,
    /** Absolute path. */
    dataDir,
    databaseUrl: values.DATABASE_URL ?? `file:${resolve(dataDir, 'blog.db')}`,
    /** The role of this process; see docs/several-nodes.md. */
    role: values.ROLE,
    admin: {
      email: values.ADMIN_EMAIL,
      password: values.ADMIN_PASSWORD,
      username: values.ADMIN_USERNAME,
    },
    seed: values.SEED,
    /** `undefined` if there is no sign-in with Google. */
    google: googleOf(values),
    /** Other identity providers. */
    providers: otherProvidersOf(values, source, {
      isIssuer: (url) => issuer.safeParse(url).success,
      toError: (lines) => new EnvError(lines.join('\n')),
    }),
    /** `undefined` if the site sends no mail. */
    mail: mailSettingsOf(values, (lines) => new EnvError(lines.join('\n'))),
    /** How long a proof of identity is valid, in seconds. */
    freshSessionSeconds: values.FRESH_SESSION_SECONDS,
    storage: storageOf(values),
    /** `DATA_DIR/uploads` is the same folder on all nodes. */
    uploadsShared: values.UPLOADS_SHARED === '1',
    /** `undefined` unless the site is copied to a bucket. */
    siteTarget: siteTargetOf(values, (lines) => new EnvError(lines.join('\n'))),
    /** The folder of scheduled exports, an absolute path. `undefined` if there are none. */
    exportDir: exportDirOf(values.EXPORT_DIR, dataDir),
    /** Runs in a shell after an export that changed something. */
    exportCommand: values.EXPORT_COMMAND,
    uploadQuota: values.UPLOAD_QUOTA,
    trustProxy: values.TRUST_PROXY,
    /** Rate limits that differ from the defaults. */
    rateLimits: values.RATE_LIMITS ?? {},
    logLevel: values.LOG_LEVEL,
  };
}

/** An export has emails, so it mustn't be in a folder that the site serves or cleans up. */
function exportDirOf(path: string | undefined, dataDir: string): string | undefined {
  if (path === undefined) return undefined;
  const folder = resolve(path);
  const isTaken = ['site', 'releases', 'uploads', 'imports', 'backups'].some((name) =>
    `${folder}${sep}`.startsWith(resolve(dataDir, name) + sep),
  );
  if (isTaken || folder === dataDir) {
    throw new EnvError(
      'EXPORT_DIR: must not be DATA_DIR, or in a folder that Inkwell uses there, such as "uploads"',
    );
  }
  return folder;
}

function googleOf(values: Values): ProviderSettings | undefined {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = values;
  if (clientId !== undefined && clientSecret !== undefined) {
    const google = { id: 'google', name: 'Google', kind: 'google' } as const;
    return { ...google, clientId, clientSecret, issuer: values.GOOGLE_ISSUER };
  }
  if (clientId !== undefined)
    throw new EnvError('GOOGLE_CLIENT_SECRET: is missing, while GOOGLE_CLIENT_ID is set');
  if (clientSecret !== undefined)
    throw new EnvError('GOOGLE_CLIENT_ID: is missing, while GOOGLE_CLIENT_SECRET is set');
  return undefined;
}

function storageOf(values: Values) {
  if (values.STORAGE === 'local') return { kind: 'local' as const };
  const missing: string[] = [];
  const required = (name: keyof Values & `S3_${string}`): string => {
    const value = values[name];
    if (value === undefined) missing.push(`${name}: is missing, while STORAGE is "s3"`);
    return value ?? '';
  };
  const storage = {
    kind: 's3' as const,
    endpoint: required('S3_ENDPOINT'),
    region: required('S3_REGION'),
    bucket: required('S3_BUCKET'),
    accessKeyId: required('S3_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
    publicUrl: required('S3_PUBLIC_URL').replace(/\/+$/, ''),
  };
  if (missing.length > 0) throw new EnvError(missing.join('\n'));
  return storage;
}
