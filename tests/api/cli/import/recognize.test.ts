import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadZip } from 'client-zip';
import { describe, expect, it } from 'vitest';
import { folderTree, readText, zipTree } from '../../../../cli/import/file-tree.ts';
import { stableId } from '../../../../cli/import/ids.ts';
import { personRecord } from '../../../../cli/import/people.ts';
import { recognize } from '../../../../cli/import/recognize.ts';
import { testFolder } from '../support.ts';

async function file(name: string, text: string): Promise<string> {
  const path = join(await testFolder(), name);
  await writeFile(path, text);
  return path;
}

async function zipWith(entry: { name: string; input: string }): Promise<string> {
  const path = join(await testFolder(), 'a.zip');
  // Hono's server replaces `Response` by a class whose `bytes` fails.
  await writeFile(path, Buffer.from(await downloadZip([entry]).arrayBuffer()));
  return path;
}

describe('recognizing an import', () => {
  it('finds our own export', async () => {
    const path = await file('a.json', '{"format":"inkwell-export","version":1}');
    expect(await recognize(path)).toEqual({ file: path });
  });

  it.each([
    ['{"a":1}', 'a JSON file'],
    ['', 'an empty file'],
    ['<?xml version="1.0"?><a/>', 'an XML file'],
    ['<!DOCTYPE html><p>x', 'an HTML file'],
    ['\u0000\u0001', 'a binary file'],
    ['Hello', 'a text file'],
  ])('names what %j is, and the systems it knows', async (text, what) => {
    const path = await file('a', text);
    const message = `${path} is ${what}, not an export that Inkwell knows.`;
    await expect(recognize(path)).rejects.toThrow(message);
  });

  it('names a path without a file', async () => {
    await expect(recognize('/nowhere/a')).rejects.toThrow('File or folder not found: /nowhere/a.');
  });
});

describe('files of an import', () => {
  it('reads those of a folder, without symbolic links and folders of tools', async () => {
    const folder = await testFolder();
    await mkdir(join(folder, 'a/node_modules'), { recursive: true });
    await writeFile(join(folder, 'a/b.md'), 'Text');
    await writeFile(join(folder, 'a/node_modules/c.md'), 'x');
    await symlink('/etc/hostname', join(folder, 'link'));
    const tree = await folderTree(folder);
    expect(tree.files).toEqual(['a/b.md']);
    expect(await readText(tree, 'a/b.md')).toBe('Text');
    await expect(readText(tree, 'none')).rejects.toThrow('File not found');
  });

  it('reads those of a zip', async () => {
    const path = await zipWith({ name: 'a/b.md', input: '\uFEFFText' });
    const tree = await zipTree(path);
    expect(tree.files).toEqual(['a/b.md']);
    expect(await readText(tree, 'a/b.md')).toBe('Text');
    await expect(readText(tree, 'none')).rejects.toThrow('has no file none');
    tree.close();
  });

  it('refuses a zip with paths that lead out of it', async () => {
    const path = await zipWith({ name: 'a/../../b.md', input: 'x' });
    await expect(zipTree(path)).rejects.toThrow("isn't a usable zip file");
  });
});

describe('accounts of people who have none here', () => {
  it('have no email and a username from their name', () => {
    const id = stableId('author', 'https://old.example', 7);
    expect(stableId('author', 'https://old.example', '7')).toBe(id);
    expect(id).not.toBe(stableId('author', 'https://other.example', 7));
    const createdAt = '2020-01-01T00:00:00.000Z';
    const nameOf = (name: string) =>
      personRecord({ id, name, role: 'author', createdAt }).raw.username;
    expect(['Mary Ann', 'Zoë', '李', ''].map(nameOf)).toEqual([
      'Mary-Ann',
      'zoe',
      'user-li',
      'user-guest',
    ]);
    const { raw } = personRecord({ id, name: 'Mary', role: 'author', createdAt });
    expect(raw).toMatchObject({ _id: id, email: `${id}@imported.invalid`, role: 'author' });
    expect(raw.password).toBeUndefined();
  });
});
