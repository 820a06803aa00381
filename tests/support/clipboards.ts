import { CODE_PROGRAMS, MARKDOWN } from './clipboards/code.ts';
import { type Block, linesOf, plain, type Random, structureBy } from './clipboards/model.ts';
import { apple, EXCEL, GOOGLE_DOCS, WORD } from './clipboards/office.ts';
import { GITHUB, HANDMADE, MAIL, NOTION, SLACK, VS_CODE, WIKIPEDIA } from './clipboards/web.ts';
import { generator } from './random.ts';

/** HTML as a program puts it on the clipboard, and the lines and blocks that must arrive. */
export interface Clipboard {
  source: string;
  html: string;
  lines: string[];
  structure: string[];
}

const WORDS =
  'Ink well paper draft naïve Ærø straße 東京 の ガイド 한국어 글 שלום كتاب हिन्दी ไทย မြန်မာ пример ёлка 42 3.5 e-mail 👩‍🚀'.split(
    ' ',
  );

function sentence(random: Random): string {
  return Array.from({ length: 1 + random(4) }, () => WORDS[random(WORDS.length)]).join(' ');
}

function sentences(random: Random, most: number): string[] {
  return Array.from({ length: 1 + random(most) }, () => sentence(random));
}

function randomBlock(random: Random): Block {
  switch (random(10)) {
    case 0:
      return { kind: 'heading', lines: [sentence(random)] };
    case 1:
      return { kind: 'quote', lines: sentences(random, 3) };
    case 2:
      return { kind: 'code', lines: sentences(random, 4) };
    case 3:
    case 4: {
      const item = () => ({ text: sentence(random), inner: random(3) ? [] : sentences(random, 2) });
      return { kind: 'list', items: Array.from({ length: 1 + random(3) }, item) };
    }
    case 5:
      return { kind: 'table', rows: Array.from({ length: 1 + random(3) }, () => row(random)) };
    case 6:
      return { kind: 'callout', lines: sentences(random, 2) };
    case 7:
      return { kind: 'figure', lines: [sentence(random)] };
    default:
      return { kind: 'paragraph', lines: sentences(random, 2) };
  }
}

function row(random: Random): string[] {
  return Array.from({ length: 2 }, () => sentence(random));
}

const PROGRAMS = [
  ...[WORD, EXCEL, GOOGLE_DOCS, apple('Pages', 'p'), apple('Apple Notes', 'div'), NOTION, SLACK],
  ...[WIKIPEDIA, GITHUB, MAIL, VS_CODE, HANDMADE, MARKDOWN],
  ...CODE_PROGRAMS,
];

/** Returns clipboards of all programs in turn. */
export function randomClipboards(count: number, seed: number): Clipboard[] {
  const random = generator(seed);
  return Array.from({ length: count }, (_, index) => {
    const program = PROGRAMS[index % PROGRAMS.length] ?? HANDMADE;
    const blocks = Array.from({ length: 1 + random(4) }, () => randomBlock(random));
    const format = program.text ?? plain;
    const text = (line: string) => format(line, random);
    const html = program.page(blocks.map((block) => program.block(block, text)).join(''));
    return {
      source: program.source,
      html,
      lines: blocks.flatMap(linesOf),
      structure: structureBy(program, blocks),
    };
  });
}
