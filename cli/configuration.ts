import { z } from 'zod';

/**
 * The variables of .env.example, and which are secrets. A backup contains the values of the others,
 * to show how the site was set up.
 */
const VARIABLES: Record<string, 'plain' | 'secret'> = {
  HOST: 'plain',
  PORT: 'plain',
  SITE_URL: 'plain',
  DATA_DIR: 'plain',
  DATABASE_URL: 'plain',
  DATABASE_AUTH_TOKEN: 'secret',
  ADMIN_EMAIL: 'plain',
  ADMIN_USERNAME: 'plain',
  ADMIN_PASSWORD: 'secret',
  SEED: 'plain',
  GOOGLE_CLIENT_ID: 'plain',
  GOOGLE_CLIENT_SECRET: 'secret',
  GOOGLE_ISSUER: 'plain',
  FRESH_SESSION_SECONDS: 'plain',
  STORAGE: 'plain',
  S3_ENDPOINT: 'plain',
  S3_REGION: 'plain',
  S3_BUCKET: 'plain',
  S3_ACCESS_KEY_ID: 'plain',
  S3_SECRET_ACCESS_KEY: 'secret',
  S3_PUBLIC_URL: 'plain',
  UPLOAD_QUOTA: 'plain',
  TRUST_PROXY: 'plain',
  RATE_LIMITS: 'plain',
  LOG_LEVEL: 'plain',
};

/** The variables that are set: values, but only the names of secrets. */
export const configurationSchema = z.object({
  environment: z.record(z.string(), z.string()),
  /** Names of secrets, which must be set again after a restore. */
  secrets: z.array(z.string()),
});

export type Configuration = z.output<typeof configurationSchema>;

/** Returns the configuration of an environment such as `process.env`. */
export function configurationOf(source: Record<string, string | undefined>): Configuration {
  const set = Object.entries(VARIABLES).filter(([name]) => source[name]?.trim());
  return {
    environment: Object.fromEntries(
      set.filter(([, kind]) => kind === 'plain').map(([name]) => [name, source[name] ?? '']),
    ),
    secrets: set.filter(([, kind]) => kind === 'secret').map(([name]) => name),
  };
}
