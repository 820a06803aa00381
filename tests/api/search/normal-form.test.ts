import { describe, expect, test } from 'vitest';
import { normalForm } from '../../../db/words.ts';

describe('the normal form of a text', () => {
  test.each([
    ['plain ASCII', 'ReactJS 19', 'reactjs 19'],
    ['a letter and its decomposed form', 'чай', 'чай'.normalize('NFD')],
    ['Hangul and its decomposed form', '한국어', '한국어'.normalize('NFD')],
    ['compatibility jamo', 'ㅎㅏㄴ', '하ㄴ'],
    ['a word with soft hyphens', 'Donau\u00addampf\u00adschiff', 'donaudampfschiff'],
    ['a word with a zero-width space', 'zero\u200bwidth', 'zerowidth'],
    ['a word with a word joiner', 'word\u2060joiner', 'wordjoiner'],
    ['a word with a byte order mark', '\ufefffirst', 'first'],
    ['an emoji with a variation selector', '❤\ufe0f', '❤'],
    ['a Persian word with a non-joiner', 'می\u200cخواهم', 'میخواهم'],
    ['a Hindi word with a joiner', 'क्\u200dष', 'क्ष'],
    ['a ligature', 'ﬁnal', 'FINAL'],
    ['fullwidth letters', 'Ｃ＋＋', 'c++'],
    ['halfwidth katakana', 'ﾃﾞｰﾀ', 'データ'],
    ['a squared word', '㍻', '平成'],
    ['a sharp s', 'Hauptstraße', 'HAUPTSTRASSE'],
    ['a capital sharp s', 'STRAẞE', 'strasse'],
    ['a final sigma', 'ΣΟΦΟΣ', 'σοφος'],
    ['Greek accents', 'Αθήνα', 'αθηνα'],
    ['polytonic Greek', 'ᾀδειν', 'αιδειν'],
    ['Turkish letters', 'Iğdır İZMİR', 'igdir izmir'],
    ['a titlecase digraph', 'ǅungla', 'džungla'],
    ['a Dutch digraph', 'Ĳssel', 'ijssel'],
    ['Armenian', 'և', 'եւ'],
    ['Cherokee', 'ᏣᎳᎩ', 'ꮳꮃꭹ'],
    ['Georgian', 'ᲗᲑᲘᲚᲘᲡᲘ', 'თბილისი'],
    ['Polish', 'Łódź', 'lodz'],
    ['Vietnamese', 'Đà Nẵng', 'da nang'],
    ['Danish', 'København', 'kobenhavn'],
    ['Icelandic', 'Þórður', 'thordur'],
    ['ligatures of letters', 'Ǽsop Œuvre', 'aesop oeuvre'],
    ['Russian yo', 'Ёлка', 'елка'],
    ['a stress mark', 'за\u0301мок', 'замок'],
    ['Ukrainian', 'ґанок', 'ганок'],
    ['Arabic vowel marks', 'مُحَمَّد', 'محمد'],
    ['a stretched Arabic word', 'محـــمد', 'محمد'],
    ['an Arabic ligature', 'ﷲ', 'الله'],
    ['Hebrew points', 'שָׁלוֹם', 'שלום'],
  ])('is the same for %s: %j and %j', (_what, text, other) => {
    expect(normalForm(text)).toBe(normalForm(other));
  });

  test.each([
    ['й', 'и'],
    ['ї', 'і'],
    ['ў', 'у'],
    ['ќ', 'к'],
    ['が', 'か'],
    ['ぱ', 'は'],
    ['ガ', 'が'],
    ['أ', 'ا'],
    ['का', 'की'],
    ['ก่', 'ก'],
    ['C', 'C++'],
    ['C', 'C#'],
    ['历史', '理事'],
    ['a b', 'ab'],
  ])('differs for %j and %j', (text, other) => {
    expect(normalForm(text)).not.toBe(normalForm(other));
    expect(normalForm(text.normalize('NFD'))).not.toBe(normalForm(other.normalize('NFD')));
  });

  test('is stable, and the same for composed and decomposed forms, for all characters', () => {
    const different: string[] = [];
    for (let code = 0; code <= 0x2ffff; code++) {
      const character = String.fromCodePoint(code);
      if (/[\p{Cn}\p{Co}]/u.test(character)) continue;
      const normal = normalForm(character);
      const others = [normal, character.normalize('NFD'), character.normalize('NFKC')];
      if (others.some((other) => normalForm(other) !== normal)) different.push(code.toString(16));
    }
    expect(different).toEqual([]);
  });

  test('is the same for all characters that regular expressions match without case', () => {
    const different: string[] = [];
    for (let code = 0x80; code <= 0x1ffff; code++) {
      const character = String.fromCodePoint(code);
      for (const other of [character.toLowerCase(), character.toUpperCase()]) {
        if (normalForm(other) !== normalForm(character)) different.push(`${character} ${other}`);
      }
    }
    expect(different).toEqual([]);
  });

  test('keeps unpaired surrogates, and marks without a letter', () => {
    expect(normalForm('\ud800x\u0301')).toBe('\ud800x');
    expect(normalForm('\u0301')).toBe('\u0301');
  });
});
