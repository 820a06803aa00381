import { expect, test } from 'vitest';
import { truncate } from '../../../api/contract/truncate.ts';
import { preview } from '../../../src/lib/format.ts';
import { shorten } from '../../../src/lib/head.ts';

/** Readers see each of these as one character. */
const CHARACTERS = {
  'a family': '👨‍👩‍👧',
  'a flag': '🇫🇷',
  'the flag of a region': '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  'a skin tone': '👍🏽',
  'a profession with a skin tone': '👩🏿‍🚀',
  'a keycap': '1️⃣',
  'a rainbow flag': '🏳️‍🌈',
  'a letter with an accent': 'e\u0301',
  'a Vietnamese letter': 'e\u0302\u0323',
  'a decomposed syllable': '한'.normalize('NFD'),
  'a Hindi conjunct': 'क्ष',
  'a Burmese syllable': 'မြို့',
  'a Thai syllable': 'น้ำ',
  'a Khmer syllable': 'ស្ត្រី',
  'a Javanese conjunct': 'ꦏ꧀ꦱ',
  'a Balinese conjunct': 'ᬓ᭄ᬱ',
  'a Chakma conjunct': '𑄟𑄳𑄦',
  'a Lanna conjunct': 'ᨲ᩠ᩅ',
  'a Hebrew letter with points': 'שָּׁ֖',
  'a pair of surrogates': '𠮷',
  'a line break': '\r\n',
};

test.each(Object.entries(CHARACTERS))('a text is never cut inside %s', (_, character) => {
  for (let max = 1; max < 1 + 3 * character.length; max++) {
    const whole = Math.floor((max - 1) / character.length);
    expect(truncate(`x${character.repeat(3)}`, max)).toBe(`x${character.repeat(whole)}`);
  }
});

test.each(Object.entries(CHARACTERS))('nor in the middle of a sentence with %s', (_, character) => {
  for (const sentence of [
    `an end ${character} and on`,
    `Ж ${character}数据`,
    `数据${character}Ж`,
  ]) {
    const start = sentence.indexOf(character);
    for (let max = start; max <= start + character.length; max++) {
      const end = max < start + character.length ? start : max;
      expect(truncate(sentence, max)).toBe(sentence.slice(0, end));
    }
  }
});

test('a text that fits is unchanged', () => {
  expect(truncate('👨‍👩‍👧', 8)).toBe('👨‍👩‍👧');
  expect(truncate('', 0)).toBe('');
});

test('the result is empty if the first character doesn’t fit', () => {
  expect(truncate('a\u0301\u0301\u0301', 2)).toBe('');
  expect(truncate('👨‍👩‍👧', 4)).toBe('');
  expect(truncate('😀', 1)).toBe('');
});

test('a long sequence of marks or joiners takes no time', () => {
  for (const part of ['\u094d', '\u200d', '\u0301', 'ᄀ', '👨‍', '\u{1F1E6}'])
    expect(truncate(`ab${part.repeat(100_000)}`, 50_000)).toMatch(/^a/);
});

test('excerpts, descriptions and the preview of a card end with a whole character', () => {
  const families = '👨‍👩‍👧'.repeat(60);
  expect(shorten(families, 160)).toBe(`${'👨‍👩‍👧'.repeat(19)}…`);
  expect(preview(families)).toBe(`${'👨‍👩‍👧'.repeat(20)}…`);
});
