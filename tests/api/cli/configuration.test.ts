import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { configurationOf } from '../../../cli/configuration.ts';

it('a backup contains every variable of .env.example: its value, or the name of a secret', () => {
  const example = readFileSync('.env.example', 'utf8');
  const names = [...example.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(20);
  const { environment, secrets } = configurationOf(
    Object.fromEntries(names.map((name) => [name, 'set'])),
  );
  expect([...Object.keys(environment), ...secrets].sort()).toEqual(names.sort());
  expect(secrets.sort()).toEqual(names.filter((name) => /PASSWORD|SECRET|TOKEN/.test(name)));
});
