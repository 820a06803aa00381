import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Releases } from '../../../api/publish/releases.ts';
import { SITE } from '../../support/publisher.ts';

const START = { feed: 'feed', seq: 0, stories: { at: 0, shown: '' } };

test('assets of the release being served are never rewritten while those of the next one are added', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-releases-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const assets = join(folder, 'client/_assets');
  await mkdir(assets, { recursive: true });
  await mkdir(join(folder, 'data/releases'), { recursive: true });
  const write = (name: string, text: string) => writeFile(join(assets, name), text);
  await write('same.A1.js', 'same');
  await write('partial.A1.js', 'whole');
  const releases = new Releases(join(folder, 'data'));
  const draft = await releases.prepare('one', join(folder, 'client'), START, SITE);
  await releases.finish('one', draft, 0);
  const served = join(releases.root, '_assets');
  // As a crash in the middle of a copy leaves it.
  await writeFile(join(served, 'partial.A1.js'), 'wh');
  const before = await stat(join(served, 'same.A1.js'));

  await write('new.B2.js', 'new');
  await releases.prepare('two', join(folder, 'client'), START, SITE);
  const after = await stat(join(served, 'same.A1.js'));
  expect([after.ino, after.ctimeMs]).toEqual([before.ino, before.ctimeMs]);
  expect((await readdir(served)).sort()).toEqual(['new.B2.js', 'partial.A1.js', 'same.A1.js']);
  expect(await readFile(join(served, 'partial.A1.js'), 'utf8')).toBe('whole');
  expect(await readFile(join(served, 'new.B2.js'), 'utf8')).toBe('new');
});
