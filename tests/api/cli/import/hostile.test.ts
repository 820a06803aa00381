import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { siteIn, testFolder } from '../support.ts';
import { item, wxr } from './wxr.ts';

const IMPORT = fileURLToPath(new URL('../../../../scripts/import.ts', import.meta.url));
const MB = 1024 * 1024;

interface ZipFile {
  name: string;
  data: Buffer;
  /** A Unix mode. */
  mode?: number;
  /** The size that the zip says, if it's another one. */
  size?: number;
}

/** Packs files as no tool would. */
function zipOf(files: ZipFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, mode = 0o100644, size = data.length } of files) {
    const packed = deflateRawSync(data);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    const start = Buffer.from('PK\u0001\u0002');
    directory.push(start, Buffer.from([20, 3]), common, rest, Buffer.from(name));
    parts.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, entries, Buffer.from('PK\u0005\u0006'), end]);
}

/** Runs the command in a process. Returns its code, its error, and the files that there are. */
async function importing(name: string, data: string | Buffer) {
  const folder = await testFolder();
  await writeFile(join(folder, name), data);
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const { databaseUrl } = siteIn(dataDir);
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const { code, said } = await new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(process.execPath, [IMPORT, join(folder, name)], { env }, (error, _, stderr) =>
      resolve({ code: error?.code ?? 0, said: stderr.trim() }),
    );
  });
  return { code, said, written: await readdir(dataDir), around: (await readdir(folder)).sort() };
}

const text = (content: string) => Buffer.from(content);
const GOOD = { name: 'good.md', data: text('Good') };
const withDoctype = (doctype: string) =>
  wxr([item({ id: 1 })]).replace('<rss', `<!DOCTYPE rss [${doctype}]><rss`);
const LISTS = Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`);

describe('a hostile export ends with one sentence and writes nothing', () => {
  it.each<[string, string, string | Buffer, RegExp]>([
    [
      'a zip that leads out of its folder',
      'a.zip',
      zipOf([GOOD, { name: '../../outside.md', data: text('x') }]),
      /isn't a usable zip file: invalid relative path: \.\.\/\.\.\/outside\.md\.$/,
    ],
    [
      'a zip with an absolute path',
      'a.zip',
      zipOf([GOOD, { name: '/tmp/outside.md', data: text('x') }]),
      /isn't a usable zip file: absolute path: \/tmp\/outside\.md\.$/,
    ],
    [
      'a small zip that unpacks to 300 MB',
      'a.zip',
      zipOf([GOOD, { name: 'bomb.md', data: Buffer.alloc(300 * MB, 'a') }]),
      /bomb\.md is larger than 256 MB\.$/,
    ],
    [
      'a zip with a file that is larger than it says',
      'a.zip',
      zipOf([GOOD, { name: 'bomb.md', data: Buffer.alloc(MB, 'a'), size: 10 }]),
      /bomb\.md can't be read: too many bytes/,
    ],
    [
      'a zip with only a symbolic link',
      'a.zip',
      zipOf([{ name: 'link.md', data: text('/etc/passwd'), mode: 0o120777 }]),
      /is a folder or zip without files, not an export that Inkwell knows\./,
    ],
    [
      'XML with entities that grow',
      'a.xml',
      withDoctype('<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">'),
      /it declares entities or reads other files, which Inkwell refuses\.$/,
    ],
    [
      'XML with an external entity',
      'a.xml',
      withDoctype('<!ENTITY x SYSTEM "file:///etc/passwd">'),
      /it declares entities or reads other files, which Inkwell refuses\.$/,
    ],
    [
      'YAML with aliases that grow',
      'a.md',
      `---\na0: &a0 [x, x]\n${LISTS.join('\n')}\n---\nText`,
      /a\.md: .*(?:anchors repeat too much|aliases are too many)\.$/,
    ],
    [
      'YAML with code',
      'a.md',
      '---\ntitle: !!js/function "function () { return 1 }"\n---\nText',
      /a\.md.*tag/,
    ],
  ])('%s', async (_, name, data, message) => {
    const { code, said, written, around } = await importing(name, data);
    expect(said).toMatch(message);
    expect(said.split('\n')).toHaveLength(1);
    expect([code, written, around]).toEqual([1, [], [name, 'data']]);
  });
});
