import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EnvError, loadEnv } from '../../../api/env.ts';

/** Returns the message about a bad environment. */
function refusal(source: Record<string, string>): string {
  try {
    loadEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
  throw new Error(`${JSON.stringify(source)} was accepted`);
}

const S3 = {
  STORAGE: 's3',
  S3_ENDPOINT: 'https://s3.example.com',
  S3_REGION: 'eu-1',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  S3_PUBLIC_URL: 'https://pictures.example.com/',
};

describe('the environment', () => {
  it('the environment has a default for everything', () => {
    expect(loadEnv({})).toEqual({
      host: '127.0.0.1',
      port: 4321,
      siteUrl: 'http://localhost:4321',
      siteUrlIsSet: false,
      siteTarget: undefined,
      freshSessionSeconds: 1800,
      dataDir: resolve('data'),
      databaseUrl: `file:${resolve('data', 'blog.db')}`,
      admin: { email: undefined, password: undefined, username: undefined },
      role: 'all',
      seed: 'demo',
      google: undefined,
      providers: [],
      storage: { kind: 'local' },
      uploadsShared: false,
      uploadQuota: { member: 100 * 1024 * 1024, site: undefined },
      trustProxy: 0,
      rateLimits: {},
      logLevel: 'info',
    });
  });

  it('the environment treats an empty value as unset', () => {
    const empty = { PORT: '', SITE_URL: ' ', GOOGLE_CLIENT_ID: '', STORAGE: '', ADMIN_EMAIL: '' };
    expect(loadEnv(empty)).toEqual(loadEnv({}));
  });

  it('the environment uses the values that are set', () => {
    expect(
      loadEnv({ PORT: '80', DATA_DIR: '/srv/blog', ADMIN_EMAIL: 'Owner@Example.com' }),
    ).toMatchObject({
      siteUrl: 'http://localhost:80',
      databaseUrl: 'file:/srv/blog/blog.db',
      admin: { email: 'owner@example.com' },
    });
    expect(loadEnv({ SITE_URL: 'https://Blog.Example.com/' }).siteUrl).toBe(
      'https://blog.example.com',
    );
    expect(loadEnv({ RATE_LIMITS: 'comment=3/60' }).rateLimits).toEqual({
      comment: { points: 3, duration: 60 },
    });
    expect(loadEnv(S3).storage).toMatchObject({
      kind: 's3',
      bucket: 'pictures',
      publicUrl: 'https://pictures.example.com',
    });
    expect(
      loadEnv({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }).google,
    ).toMatchObject({
      clientId: 'id',
      clientSecret: 'secret',
      issuer: 'https://accounts.google.com',
    });
  });

  it.each([
    ['member=50MB,site=2GB', { member: 50 * 2 ** 20, site: 2 ** 31 }],
    ['site=1.5gb', { member: 100 * 2 ** 20, site: 1.5 * 2 ** 30 }],
    [' member = none , site = 1000 ', { member: undefined, site: 1000 }],
    ['member=0', { member: 0, site: undefined }],
  ])('reads UPLOAD_QUOTA=%j', (text, quota) => {
    expect(loadEnv({ UPLOAD_QUOTA: text }).uploadQuota).toEqual(quota);
  });

  it.each([
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: '80.5' }],
    ['SITE_URL', { SITE_URL: 'blog.example.com' }],
    ['SITE_URL', { SITE_URL: 'ftp://example.com' }],
    ['SITE_URL', { SITE_URL: 'https://example.com/blog' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db.example.com/blog' }],
    ['DATABASE_URL', { DATABASE_URL: 'libsql://db.example.com' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://ann:password@host:port/name' }],
    ['DATABASE_URL', { DATABASE_URL: 'file:' }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'nobody' }],
    ['ADMIN_PASSWORD', { ADMIN_PASSWORD: 'short' }],
    ['ADMIN_PASSWORD', { ADMIN_PASSWORD: 'x'.repeat(129) }],
    ['ADMIN_USERNAME', { ADMIN_USERNAME: 'a b' }],
    ['SEED', { SEED: 'sample' }],
    ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'id' }],
    ['GOOGLE_CLIENT_ID', { GOOGLE_CLIENT_SECRET: 'secret' }],
    ['GOOGLE_ISSUER', { GOOGLE_ISSUER: 'http://accounts.example.com' }],
    ['STORAGE', { STORAGE: 'ftp' }],
    ['S3_ENDPOINT', { ...S3, S3_ENDPOINT: 'store' }],
    ['S3_ENDPOINT', { ...S3, S3_ENDPOINT: 'https://user:secret@s3.example.com' }],
    ['SITE_S3_ENDPOINT', { SITE_S3_ENDPOINT: 'https://user@s3.example.com' }],
    ['S3_REGION', { ...S3, S3_REGION: '' }],
    ['S3_BUCKET', { ...S3, S3_BUCKET: '' }],
    ['S3_ACCESS_KEY_ID', { ...S3, S3_ACCESS_KEY_ID: '' }],
    ['S3_SECRET_ACCESS_KEY', { ...S3, S3_SECRET_ACCESS_KEY: '' }],
    ['S3_PUBLIC_URL', { ...S3, S3_PUBLIC_URL: 'here' }],
    ['UPLOAD_QUOTA', { UPLOAD_QUOTA: '100MB' }],
    ['UPLOAD_QUOTA', { UPLOAD_QUOTA: 'member=-1' }],
    ['UPLOAD_QUOTA', { UPLOAD_QUOTA: 'member=1MB,' }],
    ['UPLOAD_QUOTA', { UPLOAD_QUOTA: 'members=1MB' }],
    ['UPLOAD_QUOTA', { UPLOAD_QUOTA: 'site=much' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'yes' }],
    ['RATE_LIMITS', { RATE_LIMITS: 'comment=0/60' }],
    ['RATE_LIMITS', { RATE_LIMITS: 'comments=1/60' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ])('names %s when it is bad: %j', (name, source) => {
    expect(refusal(source as Record<string, string>)).toMatch(new RegExp(`^${name}: [^\\n]+$`));
  });

  it('the environment names all bad variables', () => {
    const lines = refusal({ PORT: '-1', SEED: 'x', LOG_LEVEL: 'y' }).split('\n');
    expect(lines.map((line) => line.split(':')[0])).toEqual(['PORT', 'SEED', 'LOG_LEVEL']);
  });

  const SITE_S3 = {
    SITE_TARGET: 's3',
    SITE_S3_ENDPOINT: 'https://s3.example.com',
    SITE_S3_REGION: 'eu-1',
    SITE_S3_BUCKET: 'site',
    SITE_S3_ACCESS_KEY_ID: 'id',
    SITE_S3_SECRET_ACCESS_KEY: 'secret',
  };

  it('the environment knows where the site is copied to', () => {
    expect(loadEnv({}).siteTarget).toBeUndefined();
    expect(loadEnv(SITE_S3).siteTarget).toMatchObject({ bucket: 'site', purge: undefined });
    const purge = { PURGE_DRIVER: 'cloudflare', PURGE_ZONE: 'z', PURGE_TOKEN: 't' };
    expect(loadEnv({ ...SITE_S3, ...purge }).siteTarget?.purge).toEqual({
      driver: 'cloudflare',
      zone: 'z',
      token: 't',
    });
  });

  it.each([
    [{ SITE_TARGET: 'ftp' }, 'SITE_TARGET: must be "s3" or "none"'],
    [{ PURGE_DRIVER: 'bunny', PURGE_TOKEN: 't' }, 'PURGE_DRIVER: needs SITE_TARGET=s3'],
    [
      { ...SITE_S3, SITE_S3_BUCKET: '', SITE_S3_REGION: ' ' },
      'SITE_S3_REGION: is missing, while SITE_TARGET is "s3"\nSITE_S3_BUCKET: is missing, while SITE_TARGET is "s3"',
    ],
    [
      { ...SITE_S3, PURGE_DRIVER: 'fastly', PURGE_TOKEN: 't' },
      'PURGE_ZONE: is missing, while PURGE_DRIVER is "fastly"',
    ],
    [
      { ...SITE_S3, PURGE_DRIVER: 'webhook', PURGE_TOKEN: 't' },
      'PURGE_URL: is missing, while PURGE_DRIVER is "webhook"',
    ],
    [
      { ...SITE_S3, PURGE_DRIVER: 'bunny' },
      'PURGE_TOKEN: is missing, while PURGE_DRIVER is "bunny"',
    ],
  ])('says what is missing for the copy of the site: %j', (source, message) => {
    expect(() => loadEnv(source)).toThrow(message);
  });

  it('the environment names all missing S3 variables at once', () => {
    const source = { STORAGE: 's3', S3_BUCKET: 'pictures', S3_REGION: 'eu' };
    expect(refusal(source).split('\n')).toEqual([
      'S3_ENDPOINT: is missing, while STORAGE is "s3"',
      'S3_ACCESS_KEY_ID: is missing, while STORAGE is "s3"',
      'S3_SECRET_ACCESS_KEY: is missing, while STORAGE is "s3"',
      'S3_PUBLIC_URL: is missing, while STORAGE is "s3"',
    ]);
  });

  it('the environment knows whether SITE_URL was set', () => {
    expect(loadEnv({}).siteUrlIsSet).toBe(false);
    expect(loadEnv({ SITE_URL: ' ' }).siteUrlIsSet).toBe(false);
    expect(loadEnv({ SITE_URL: 'http://localhost:4321' }).siteUrlIsSet).toBe(true);
  });

  it('the environment never repeats a secret in its message', () => {
    expect(refusal({ ADMIN_PASSWORD: 's3cr3t!' })).not.toContain('s3cr3t!');
  });
});

describe('providers to sign in with', () => {
  const ACME = {
    OIDC_PROVIDERS: 'acme',
    OIDC_ACME_NAME: 'Acme',
    OIDC_ACME_ISSUER: 'https://id.acme.example',
    OIDC_ACME_CLIENT_ID: 'id',
    OIDC_ACME_CLIENT_SECRET: 'secret',
  };

  it('providers to sign in with are GitHub and those that are named', () => {
    const github = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' };
    const keys = { clientId: 'id', clientSecret: 'secret' };
    expect(loadEnv({ ...ACME, ...github }).providers).toEqual([
      { id: 'github', name: 'GitHub', kind: 'github', issuer: 'https://github.com', ...keys },
      { id: 'acme', name: 'Acme', kind: 'openid', issuer: 'https://id.acme.example', ...keys },
    ]);
  });

  it.each([
    [{ GITHUB_CLIENT_ID: 'id' }, /^GITHUB_CLIENT_SECRET: is missing/],
    [{ GITHUB_CLIENT_SECRET: 'id' }, /^GITHUB_CLIENT_ID: is missing/],
    [{ ...ACME, OIDC_ACME_NAME: '' }, /^OIDC_ACME_NAME: is missing, while OIDC_PROVIDERS has/],
    [{ ...ACME, OIDC_ACME_ISSUER: 'http://id.example' }, /^OIDC_ACME_ISSUER: must begin with/],
    [{ ...ACME, OIDC_ACME_CLIENT_SECRET: ' ' }, /^OIDC_ACME_CLIENT_SECRET: is missing/],
    [{ OIDC_PROVIDERS: 'Acme' }, /^OIDC_PROVIDERS: "Acme" must be lowercase/],
    [{ OIDC_PROVIDERS: 'google' }, /^OIDC_PROVIDERS: "google" must be/],
    [
      { ...ACME, OIDC_PROVIDERS: 'acme, acme' },
      /^OIDC_PROVIDERS: "acme" must be .* listed only once/,
    ],
  ])('are named when they are incomplete: %j', (source, message) => {
    expect(refusal(source)).toMatch(message);
  });
});
