import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analyze, hasSystemdAnalyze } from './systemd.ts';

const UNITS = ['inkwell.service', 'inkwell@.service'];
/** In tenths. */
const MAX_EXPOSURE = 20;

describe.skipIf(!hasSystemdAnalyze()).each(UNITS)('deploy/%s', (name) => {
  const source = fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url));
  let folder: string;
  let unit: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkwell-systemd-'));
    unit = join(folder, name);
    // Node may be elsewhere on this machine.
    const text = (await readFile(source, 'utf8')).replace('/usr/bin/node', process.execPath);
    await writeFile(unit, text);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('has only settings that systemd knows', () => {
    expect(analyze(['verify', '--man=no', unit])).toEqual({ status: 0, output: '' });
  });

  test('exposes the system by less than 2.0', () => {
    const args = ['security', '--offline=true', `--threshold=${MAX_EXPOSURE}`, unit];
    const { status, output } = analyze(args);
    expect(status, output).toBe(0);
    expect(Number(/exposure level for [^:]+: ([\d.]+)/.exec(output)?.[1])).toBeLessThan(2);
  });

  test('lets only the launcher stop the server, and lets the server lower its priority', async () => {
    // A second SIGTERM ends the server at once; without setpriority there is no search index.
    expect(await readFile(source, 'utf8')).toMatch(/^KillMode=mixed$/m);
    const filter = (await readFile(source, 'utf8')).match(/^SystemCallFilter=.*$/gm);
    expect(filter?.at(-1)).toBe('SystemCallFilter=setpriority');
  });
});
