const CELL = /(?:"([^"]*(?:""[^"]*)*)"(?=[\t\n]|$)|([^\t\n]*))(\t|\n|$)/gy;

/** Reads the text that spreadsheets copy: tabs between cells, and quotes around some. */
export function cellsOfText(text: string): string[][] {
  const rows: string[][] = [[]];
  const source = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  for (const [, quoted, plain = '', end] of source.matchAll(CELL)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '') break;
    if (end === '\n') rows.push([]);
  }
  return rows;
}
