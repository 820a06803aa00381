import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { CommandError } from '../../terminal.ts';
import type { ForeignFormat } from '../source.ts';
import { commentoComments } from './commento.ts';
import { issoComments } from './isso.ts';
import { isRemark42, remark42Comments } from './remark42.ts';
import { commentSource, type ForeignComments } from './source.ts';

/** Larger than any export of comments. The whole file is in memory. */
const MAX_LENGTH = 512 * 1024 * 1024;

/** Comments of Commento and Isso (JSON), and of Remark42 (its backup, also as .gz). */
export const comments: ForeignFormat = {
  name: 'comments',
  recognizes: ({ path, head }) =>
    path.endsWith('.gz') ||
    /^\s*\{[^[]{0,200}"comments"\s*:\s*\[\s*\{\s*"commentHex"/.test(head) ||
    /^\s*\[\s*\{[\s\S]{0,2000}?"comments"\s*:\s*\[/.test(head) ||
    isRemark42(jsonOf(head.split('\n', 1)[0] ?? '')),
  open: async ({ path }) => commentSource(commentsIn(path, await textOf(path))),
};

function commentsIn(path: string, content: string): ForeignComments {
  const lines = content.split('\n').filter((line) => line.trim() !== '');
  if (isRemark42(jsonOf(lines[0] ?? ''))) return remark42Comments(lines.slice(1).map(jsonOf));
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch (error) {
    throw new CommandError(`${path} isn't valid JSON: ${(error as Error).message}.`);
  }
  const found = commentoComments(json) ?? issoComments(json);
  if (found) return found;
  throw new CommandError(`${path} has no comments of Commento, Isso or Remark42.`);
}

async function textOf(path: string): Promise<string> {
  const file = createReadStream(path);
  if (!path.endsWith('.gz')) return (await limited(path, file)).replace(/^\uFEFF/, '');
  const unpacked = createGunzip();
  file.once('error', (error) => unpacked.destroy(error));
  try {
    return await limited(path, file.pipe(unpacked));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${path} can't be unpacked: ${(error as Error).message}.`);
  }
}

async function limited(path: string, stream: NodeJS.ReadableStream): Promise<string> {
  async function* counted(): AsyncGenerator<Buffer> {
    let length = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > MAX_LENGTH) throw new CommandError(`${path} is larger than 512 MB.`);
      yield chunk;
    }
  }
  return await text(counted());
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
