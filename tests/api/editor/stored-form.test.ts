import type { Op } from 'quill/core.js';
import { describe, expect, it } from 'vitest';
import { parse } from '../../../api/content/parse.ts';
import { sanitize } from '../../../api/content/sanitize.ts';
import { writeContent } from '../../../api/contract/content/write.ts';
import { readStored } from '../../../src/islands/editor/quill/stored/read.ts';
import { treeOfOps } from '../../../src/islands/editor/quill/stored/write.ts';
import { isFullRun } from '../../support/full-run.ts';
import { generator } from '../../support/random.ts';
import { randomDocument } from '../../support/random-documents.ts';

const written = (ops: readonly Op[]) => writeContent(treeOfOps(ops, parse));

describe("a stored document in Quill's format", () => {
  const count = isFullRun ? 3000 : 300;

  it(`is written back unchanged, for ${count} random documents`, () => {
    const random = generator(33);
    for (let n = 0; n < count; n++) {
      const stored = sanitize(randomDocument(random));
      expect(sanitize(stored), stored).toBe(stored);
      const ops = readStored(stored, { parse });
      expect(written(ops), stored).toBe(stored);
    }
  });

  it.each([
    '<ol start="5"><li>a<ul><li>b</li></ul></li><li>c</li></ol>',
    '<ul><li><p>a</p><ol><li>b</li></ol></li></ul><ul><li>c</li></ul>',
    '<blockquote><p>a</p><h3>b</h3></blockquote><blockquote><p>c</p></blockquote>',
    '<p>a<br>b</p><h2>c<br>d</h2><blockquote>e<br>f</blockquote>',
    '<ol><li>a</li></ol><ol><li class="ql-indent-3">b</li></ol><ul><li>c</li></ul><ol start="2"><li>d</li></ol>',
  ])('is editable everywhere in %s', (stored) => {
    const ops = readStored(stored, { parse });
    expect(written(ops)).toBe(stored);
    const isKept = ({ insert }: Op) =>
      typeof insert === 'object' && /^kept/.test(Object.keys(insert)[0] ?? '');
    expect(ops.filter(isKept)).toEqual([]);
  });
});
