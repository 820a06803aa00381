import { z } from 'zod';
import { SETTINGS } from '../api/env.ts';

/** Settings with a secret, or that may contain one. */
const SECRET = /(?:_PASSWORD|_SECRET|_SECRET_ACCESS_KEY|_TOKEN|^SMTP_URL|^EXPORT_COMMAND)$/;

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
  const names = settingsIn(source).filter((name) => source[name]?.trim());
  // The address of a database server has a password.
  const isSecret = (name: string) =>
    SECRET.test(name) || (name === 'DATABASE_URL' && !source[name]?.startsWith('file:'));
  const plain = names.filter((name) => !isSecret(name));
  return {
    environment: Object.fromEntries(plain.map((name) => [name, source[name] ?? ''])),
    secrets: names.filter(isSecret),
  };
}

/** Returns the environment of another program: all but Inkwell's settings. */
export function withoutSettings(
  source: Record<string, string | undefined>,
): Record<string, string | undefined> {
  const own = new Set(settingsIn(source));
  return Object.fromEntries(Object.entries(source).filter(([name]) => !own.has(name)));
}

function settingsIn(source: Record<string, string | undefined>): string[] {
  return [...SETTINGS, ...Object.keys(source).filter((name) => OF_PROVIDER.test(name))];
}

/** Variables of other programs, such as `GITHUB_TOKEN`. */
const CREDENTIAL = /SECRET|TOKEN|PASS|KEY|CREDENTIAL/i;
const MIN_CREDENTIAL = 6;

/** Hides the values of credentials in the environment, and the passwords of URLs, in a text. */
export function withoutCredentials(
  text: string,
  source: Record<string, string | undefined>,
): string {
  let shown = text.replaceAll(/(:\/\/)[^\s/@]+@/g, '$1***@');
  for (const [name, value = ''] of Object.entries(source)) {
    if (value.length >= MIN_CREDENTIAL && CREDENTIAL.test(name)) {
      shown = shown.replaceAll(value, '***');
    }
  }
  return shown;
}
