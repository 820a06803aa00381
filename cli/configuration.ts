import { z } from 'zod';

/** The variables of .env.example. A backup shows how the site was set up. */
const PLAIN = (
  'HOST PORT SITE_URL DATA_DIR DATABASE_URL ROLE ADMIN_EMAIL ADMIN_USERNAME SEED GOOGLE_CLIENT_ID ' +
  'GOOGLE_ISSUER GITHUB_CLIENT_ID GITHUB_URL OIDC_PROVIDERS MAIL_FROM FRESH_SESSION_SECONDS STORAGE S3_ENDPOINT S3_REGION S3_BUCKET S3_ACCESS_KEY_ID ' +
  'S3_PUBLIC_URL SITE_TARGET SITE_S3_ENDPOINT SITE_S3_REGION SITE_S3_BUCKET SITE_S3_ACCESS_KEY_ID ' +
  'PURGE_DRIVER PURGE_ZONE PURGE_URL UPLOADS_SHARED UPLOAD_QUOTA TRUST_PROXY RATE_LIMITS LOG_LEVEL'
).split(' ');
const SECRET = [
  'ADMIN_PASSWORD',
  'GOOGLE_CLIENT_SECRET',
  'GITHUB_CLIENT_SECRET',
  'SMTP_URL',
  'S3_SECRET_ACCESS_KEY',
  'SITE_S3_SECRET_ACCESS_KEY',
  'PURGE_TOKEN',
];

/** Of the providers that OIDC_PROVIDERS names. */
const OF_PROVIDER = /^OIDC_[A-Z0-9]+_(?:NAME|ISSUER|CLIENT_ID|CLIENT_SECRET)$/;

/** The variables that are set: values, but only the names of secrets. */
export const configurationSchema = z.object({
  environment: z.record(z.string(), z.string()),
  /** Names of secrets, which must be set again after a restore. */
  secrets: z.array(z.string()),
});

export type Configuration = z.output<typeof configurationSchema>;

/** Returns the configuration of an environment such as `process.env`. */
export function configurationOf(source: Record<string, string | undefined>): Configuration {
  const isSet = (name: string) => source[name]?.trim();
  // The address of a database server has a password.
  const isPlain = (name: string) => name !== 'DATABASE_URL' || source[name]?.startsWith('file:');
  const ofProviders = Object.keys(source).filter((name) => OF_PROVIDER.test(name));
  const isSecret = (name: string) => name.endsWith('_SECRET');
  const plain = [...PLAIN, ...ofProviders.filter((name) => !isSecret(name))]
    .filter(isSet)
    .filter(isPlain);
  return {
    environment: Object.fromEntries(plain.map((name) => [name, source[name] ?? ''])),
    secrets: [
      ...PLAIN.filter((name) => !isPlain(name)),
      ...SECRET,
      ...ofProviders.filter(isSecret),
    ].filter(isSet),
  };
}
