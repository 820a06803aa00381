import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { configurationOf } from '../../../cli/configuration.ts';

it('a backup contains every variable of .env.example: its value, or the name of a secret', () => {
  const example = readFileSync('.env.example', 'utf8');
  const names = [...example.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(20);
  const { environment, secrets } = configurationOf(
    Object.fromEntries(names.map((name) => [name, name === 'DATABASE_URL' ? 'file:/x' : 'set'])),
  );
  expect([...Object.keys(environment), ...secrets].sort()).toEqual(names.sort());
  expect(secrets.sort()).toEqual(
    names.filter((name) => /SMTP_URL|PASSWORD|SECRET|TOKEN|EXPORT_COMMAND/.test(name)),
  );
});

it.each([
  'postgres://inkwell:hunter2@db.internal/blog',
  'postgresql://db.internal/blog?user=inkwell&password=hunter2',
])('a backup has only the name of a DATABASE_URL with a password', (url) => {
  const configuration = configurationOf({ DATABASE_URL: url, PORT: '80' });
  expect(configuration).toEqual({ environment: { PORT: '80' }, secrets: ['DATABASE_URL'] });
});

it('a backup contains the variables of OpenID providers, without their secrets', () => {
  const environment = { OIDC_PROVIDERS: 'acme', OIDC_ACME_NAME: 'Acme', OIDC_ACME_CLIENT_ID: 'i' };
  const configuration = configurationOf({ ...environment, OIDC_ACME_CLIENT_SECRET: 'hunter2' });
  expect(configuration).toEqual({ environment, secrets: ['OIDC_ACME_CLIENT_SECRET'] });
});
