import { readdir, readFile } from 'node:fs/promises';
import { create } from 'fontkitten';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { pick } from '../../../api/contract/pick.ts';
import { type OgTexts, ogTree } from '../../../src/og/card.ts';
import { drawOg } from '../../../src/og/draw.ts';
import { familiesFor, fontWith } from '../../../src/og/fonts.ts';
import { type Lettering, letteringOf } from '../../../src/og/lettering.ts';

const TOKENS = await readFile(new URL('../../../src/styles/tokens.css', import.meta.url), 'utf8');

const CARD = {
  siteName: 'Inkwell',
  note: 'React.js',
  category: 'reactjs',
  author: 'ada',
  host: 'example.com',
  seed: 'x',
  cover: '',
  focus: '',
  language: 'en-US',
};

describe('the picture for sharing', () => {
  test.each([
    ['a short title', 'Hi'],
    ['the longest title', 'Wide Words '.repeat(18)],
    ['one word without a break', 'W'.repeat(200)],
    ['the longest title in Chinese', '数据库索引'.repeat(40)],
    ['Arabic', 'مرحبا بالعالم'],
    ['emoji', '🎉👩‍👩‍👧'],
    ['markup', '<b>&amp;</b>'],
  ])('is drawn for %s: 1200 by 630, below 80 kB', async (_name, title) => {
    const picture = await drawOg({ ...CARD, title });
    expect(await sharp(picture).metadata()).toMatchObject({
      format: 'png',
      width: 1200,
      height: 630,
    });
    expect(picture.length).toBeLessThan(80_000);
  });

  test("is the site's picture in the post's colors if a letter of the title has no font", async () => {
    const site = await drawOg(CARD);
    const untitled = await drawOg({ ...CARD, title: 'Hello مرحبا' });
    const titled = await drawOg({ ...CARD, title: 'Hello' });
    expect([untitled.equals(site), titled.equals(site)]).toEqual([true, false]);
  });

  test("shows the post's cover on its right side, or else a generated one", async () => {
    const red = { create: { width: 960, height: 540, channels: 3, background: '#c00' } } as const;
    const cover = await sharp(red).webp().toBuffer();
    const colorsAt = async (picture: Buffer, left: number) => {
      const part = { left, top: 100, width: 200, height: 400 };
      const { dominant } = await sharp(await sharp(picture).extract(part).toBuffer()).stats();
      return [dominant.r > 180 && dominant.g < 30, dominant.r > 230 && dominant.g > 230];
    };
    const covered = await drawOg({ ...CARD, title: 'Hi', cover: '/uploads/1-a.webp' }, cover);
    expect(await colorsAt(covered, 900)).toEqual([true, false]);
    expect(await colorsAt(covered, 300)).toEqual([false, true]);
    expect(await colorsAt(await drawOg({ ...CARD, title: 'Hi' }), 900)).toEqual([false, false]);
  });

  test('keeps the focal point of the cover in view', async () => {
    const half = { create: { width: 480, height: 540, channels: 3, background: '#00c' } } as const;
    const blue = await sharp(half).png().toBuffer();
    const cover = await sharp({ create: { ...half.create, width: 960, background: '#c00' } })
      .composite([{ input: blue, left: 0, top: 0 }])
      .webp()
      .toBuffer();
    const colorOf = async (focus: string) => {
      const picture = await drawOg(
        { ...CARD, title: 'Hi', cover: '/uploads/1-a.webp', focus },
        cover,
      );
      const right = { left: 760, top: 100, width: 400, height: 400 };
      const { dominant } = await sharp(await sharp(picture).extract(right).toBuffer()).stats();
      return dominant.r > 180 ? 'red' : dominant.b > 180 ? 'blue' : 'other';
    };
    expect([await colorOf('0 50'), await colorOf('100 50')]).toEqual(['blue', 'red']);
  });

  test.each([
    ['css', 'CSS'],
    ['accessibility', 'Accessibility'],
  ])('shows the category in the hue that its slug has on the site: %s', (category, label) => {
    const plain = (text: string): Lettering => ({ text, width: 1, family: '', fonts: [] });
    const [heading, siteName, author, host] = ['Hi', 'Inkwell', 'ada', 'example.com'].map(plain);
    const texts = { heading, siteName, note: plain(label), author, host } as OgTexts;
    const tree = JSON.stringify(ogTree(texts, { isSite: false, category }));
    const note = tree.slice(0, tree.indexOf(`"children":["${label}"]`));
    const color = /"color":"(#\w+)"[^#]*$/.exec(note)?.[1];
    expect(color).toBe(new RegExp(`--hue-${pick(category, 6)}: (#\\w+);`).exec(TOKENS)?.[1]);
  });

  test('shows the host if no font has the letters of the site name', async () => {
    const hindi = await drawOg({ ...CARD, siteName: 'हिन्दी' });
    const host = await drawOg({ ...CARD, siteName: 'example.com' });
    expect(hindi.equals(host)).toBe(true);
  });
});

const title = (text: string, language = 'en-US') => letteringOf(text, 'title', 'serif', language);

/** Every font of a title with its letters. Fails if Satori could take another font for one. */
function letters({ text, fonts }: Lettering): string[] {
  const opened = fonts.map(({ data }) => {
    const font = create(data);
    if (font.isCollection) throw new Error('a collection');
    return font;
  });
  const isIn = (font: (typeof opened)[number], letter: string) =>
    font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
  return [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => {
    const [first = '', ...marks] = segment;
    const drawing = opened.filter((font) => isIn(font, first));
    expect(drawing, `fonts with ${segment}`).toHaveLength(1);
    for (const letter of [first, ...marks]) {
      const glyph = drawing[0]?.glyphForCodePoint(letter.codePointAt(0) ?? 0);
      expect(glyph?.id, letter).toBeGreaterThan(0);
      if (letter !== ' ') expect(glyph?.path.commands.length, letter).toBeGreaterThan(0);
    }
    return segment;
  });
}

describe('the title of a share picture', () => {
  test.each([
    ['English', 'Wi‑Fi 7 — “smart” quotes, it’s fine…', 'Wi-Fi 7 — “smart” quotes, it’s fine…'],
    ['Vietnamese', 'Đà Nẵng phố cổ'],
    ['Kazakh', 'Қазақстан туралы әңгіме'],
    ['Russian', 'Съешь ещё этих мягких булок'],
    ['Ukrainian', 'Ґанок, їжак і єнот'],
    ['Serbian', 'Љубљење њушке и џем'],
    ['Tatar', 'Җәй һәм көзге үзгәреш'],
    ['Abkhaz', 'Аԥсуа бызшәа'],
    ['Church Slavonic', 'Ѧзыкъ словѣньскъ'],
    ['Greek', 'Καλημέρα κόσμε'],
    ['ancient Greek', 'Ἐν ἀρχῇ ἦν ὁ λόγος'],
    ['Polish', 'Zażółć gęślą jaźń'],
    ['Czech', 'Příliš žluťoučký kůň'],
    ['Hungarian', 'Árvíztűrő tükörfúrógép'],
    ['Turkish', 'İstanbul’da ışık ve ğ'],
    ['Romanian', 'Știință și țară'],
    ['Icelandic', 'Þórður og ð'],
    ['Maltese', 'Ħamrun u għajn ġdida ż'],
    ['Latvian', 'Ķēniņš ar ģērbtuvi'],
    ['Azerbaijani', 'Azərbaycan dili'],
    ['Yoruba', 'Ẹ̀kọ́ Yorùbá: ọ̀rọ̀ ẹ́'],
    ['Guarani', 'Avañe’ẽ g̃ua'],
    ['Hausa', 'Ɗan ƙasa da ɓera'],
    ['Ewe', 'Eʋegbe ŋutɔ ɖe'],
    ['Hawaiian', 'ʻŌlelo Hawaiʻi'],
    ['pinyin', 'Hànyǔ Pīnyīn ǚ'],
    ['sounds', 'ˈɪŋkwɛl ʃ ʒ θ ð ɣ'],
    ['Chinese', '使用数据库索引，提高“性能”。'],
    ['traditional Chinese', '資料庫與臺灣的圖書館'],
    ['Japanese', '日本語のタイトル「テスト」ヴァージョン'],
    ['half-width Japanese', 'ｶﾞｷﾞｸﾞ ﾃｽﾄ'],
    ['Korean', '한국어 제목입니다'],
    ['Korean with Chinese characters', '大韓民國의 歷史'],
    ['a mixture', 'Hello 世界 guide — Привет, Ελλάδα, 세계'],
    ['symbols', 'A → B ≠ C ✓ ★ ₽ ₹ € № ™ ½ ×'],
    ['fractions and powers', 'E = mc² ≈ 10⁻⁶'],
  ])('has every letter in %s', async (_script, text, shown = text.normalize('NFC')) => {
    for (const written of [text, text.normalize('NFD')]) {
      const lettering = await title(written);
      expect(lettering && letters(lettering).join('')).toBe(shown);
    }
  });

  test.each([
    ['Arabic', 'مرحبا بالعالم'],
    ['Persian', 'می‌خواهم'],
    ['Hebrew', 'שלום עולם'],
    ['Hindi', 'हिन्दी'],
    ['Bengali', 'বাংলা'],
    ['Tamil', 'தமிழ்'],
    ['Thai', 'ภาษาไทย'],
    ['Khmer', 'ភាសាខ្មែរ'],
    ['Burmese', 'မြန်မာ'],
    ['Georgian', 'ქართული'],
    ['Armenian', 'Հայերեն'],
    ['Amharic', 'አማርኛ'],
    ['Tibetan', 'བོད་སྐད'],
    ['Cherokee', 'ᏣᎳᎩ'],
    ['Coptic', 'ⲙⲉⲧⲣⲉⲙ'],
    ['Gothic', '𐌲𐌿𐍄'],
    ['one foreign letter', 'Rust and ש'],
    ['a stack of accents', 'Z̷̧a̴͎l̶̘g̵̱o̶̖'],
    ['a rare Han character', '𰻞𰻞面'],
    ['emoji', '🎉 👩‍👩‍👧'],
    ['nothing', ' \u200b '],
    ['punctuation', '…?!'],
  ])('is left out if it has no letters, or one without a font: %s', async (_script, text) => {
    expect(await title(text)).toBeUndefined();
  });

  test.each([
    ['Launch 🎉', 'Launch'],
    ['👩‍💻 at work 🤷‍♂️!', 'at work !'],
    ['Step 1️⃣ of 2️⃣', 'Step 1 of 2'],
    ['🇩🇪 Germany 👍🏽', 'Germany'],
    ['Tools 🛠️ for 🏷 tags', 'Tools for tags'],
    ['soft\u00adhyphen, zero\u200bwidth', 'softhyphen, zerowidth'],
    ['two\n lines\t', 'two lines'],
    ['half \ud83c an emoji', 'half an emoji'],
  ])('has no emoji and invisible characters: %j', async (text, shown) => {
    const lettering = await title(text);
    expect(lettering && letters(lettering).join('')).toBe(shown);
  });
});

test('Han characters are drawn in the style of the title’s language, otherwise the post’s', () => {
  const han = (text: string, language: string) => familiesFor(text, 'serif', language)[2];
  expect(han('直す', 'en-US')).toBe('noto-serif-jp');
  expect(han('漢字의', 'ja-JP')).toBe('noto-serif-kr');
  expect(han('直', 'ja-JP')).toBe('noto-serif-jp');
  expect(han('直', 'ko')).toBe('noto-serif-kr');
  expect(han('直', 'en-US')).toBe('noto-serif-sc');
});

test('a letter has a font if and only if the tables of a font list it', async () => {
  const families = familiesFor('', 'sans', 'en-US').slice(0, 3);
  const inTables = await lettersInTables(families);
  for (let code = 0x20; code < 0x3000; code++) {
    const letter = String.fromCodePoint(code);
    const font = await fontWith(new Set([letter]), families);
    expect(font !== undefined, `U+${code.toString(16)}`).toBe(inTables.has(code));
  }
});

/** Reads all files of some families. */
async function lettersInTables(families: string[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (const family of families) {
    const folder = new URL(
      `../../../node_modules/@fontsource-variable/${family}/files/`,
      import.meta.url,
    );
    for (const name of await readdir(folder)) {
      if (!name.endsWith('-wght-normal.woff2')) continue;
      const font = create(await readFile(new URL(name, folder)));
      if (font.isCollection) throw new Error(`${name} has several fonts.`);
      for (const code of font.characterSet) found.add(code);
    }
  }
  return found;
}
