import { expect, it } from 'vitest';
import { csvDownload, parseCsv } from '../../../api/http/csv.ts';

const written = async (rows: string[][]) => {
  async function* each() {
    yield* rows;
  }
  return await new Response(await csvDownload(['a', 'b'], each())).text();
};
const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells);

it('what is written is read as it was, and runs as a formula nowhere', async () => {
  const rows = [
    ['a,b', 'say "hi"'],
    ['two\nlines', ''],
    ['=1+1', '@SUM(A1)'],
    ['-1', "'+1"],
    ["it's", 'café'],
  ];
  const text = await written(rows);
  expect(text).not.toMatch(/(?:^|,)"?[=+@-]/m);
  expect(cellsOf(text)).toEqual([['a', 'b'], ...rows]);
});

it('a long file arrives in full', async () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => [`row ${n}`, 'x']);
  expect(cellsOf(await written(rows))).toEqual([['a', 'b'], ...rows]);
});

it.each([
  ['a,b\r\nc,d\r\n', ['a', 'b'], ['c', 'd']],
  ['a;b\rc,d;e', ['a', 'b'], ['c,d', 'e']],
  ['a,b\n\n,\nc', ['a', 'b'], ['c']],
  ['"a""b",c', ['a"b', 'c']],
  ['a "b" c,d', ['a "b" c', 'd']],
  ['"a\nb', ['a\nb']],
  [''],
])('%j is read', (text, ...rows) => {
  expect(cellsOf(text)).toEqual(rows);
});

it('a row knows its line, also after cells with several', () => {
  const lines = parseCsv('a,b\r\n"1\r\n2",c\r\n\r\nd,e').map(({ line }) => line);
  expect(lines).toEqual([1, 2, 5]);
});
