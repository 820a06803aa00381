import { z } from 'zod';
import { SETTINGS } from '../api/env.ts';

/** Settings with a secret. */
const SECRET = /(?:_PASSWORD|_SECRET|_SECRET_ACCESS_KEY|_TOKEN|^SMTP_URL)$/;

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
  const ofProviders = Object.keys(source).filter((name) => OF_PROVIDER.test(name));
  const names = [...SETTINGS, ...ofProviders].filter((name) => source[name]?.trim());
  // The address of a database server has a password.
  const isSecret = (name: string) =>
    SECRET.test(name) || (name === 'DATABASE_URL' && !source[name]?.startsWith('file:'));
  const plain = names.filter((name) => !isSecret(name));
  return {
    environment: Object.fromEntries(plain.map((name) => [name, source[name] ?? ''])),
    secrets: names.filter(isSecret),
  };
}
