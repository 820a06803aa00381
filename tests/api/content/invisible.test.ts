import { expect, test } from 'vitest';
import { visibleText } from '../../../api/content/invisible.ts';

test.each([
  ['Burmese', 'မြို့ မျှော်လင့် ကြည့်ရှု့'],
  ['Thai', 'น้ำ ที่ กำลัง ปู่ย่า ก็'],
  ['Lao', 'ເຂົ້າ ນ້ຳ'],
  ['Khmer', 'ស្ត្រី ខ្ញុំ ក្រុំ'],
  ['Tibetan', 'བསྒྲུབས་ ཧཱུྃ ཧྐྵྨླྺྼྻྂ'],
  ['Hindi', 'क्षत्रिय हिन्दी र्‍य हाााााााााााा'],
  ['Vedic Sanskrit', 'अ॒ग्निमी᳚ळे'],
  ['Bengali', 'ক্ষুধার্ত র‍্যাব'],
  ['Tamil', 'ஸ்ரீ'],
  ['Sinhala', 'ශ්‍රී'],
  ['Hebrew with points and cantillation', 'בְּרֵאשִׁ֖ית בָּרָ֣א יְרוּשָׁלַ\u034fִם שָּׁ֖'],
  ['Arabic with vowels', 'مُحَمَّدٌ ٱلرَّحْمَـٰنِ ٱلْحَقُّۖ'],
  ['Persian', 'می‌خواهم'],
  ['decomposed Vietnamese', 'Tiếng Việt'.normalize('NFD')],
  ['decomposed Korean', '한국어'.normalize('NFD')],
  ['decomposed Greek', 'ᾧ ᾄ'.normalize('NFD')],
  ['phonetics', 'ñ̪̥ ɔ̃ːˑ ǖ̃́'],
  ['emoji', '👨‍👩‍👧 1️⃣ 🏴󠁧󠁢󠁳󠁣󠁴󠁿 👁️‍🗨️ ❤️‍🔥'],
])('%s keeps all marks', (_, text) => {
  expect(visibleText(text)).toBe(text);
});

test.each([
  ['accents on a Latin letter', 'e', '\u0301\u0300\u0316\u0489', 8],
  ['accents on a Hindi letter', 'क', '\u0301', 5],
  ['accents after a joiner', 'क', '\u200d\u0301', 10],
  ['marks that enclose', 'o', '\u20dd', 5],
  ['vowels of Thai', 'ก', '\u0e47', 10],
  ['points of Hebrew', 'ש', '\u05b8\u0596', 10],
  ['vowels of Arabic', 'م', '\u064b\u0651', 5],
])('a stack of %s is cut off', (_, letter, marks, most) => {
  const stack = visibleText(`${letter}${marks.repeat(30)}x`);
  expect(stack).toMatch(new RegExp(`^${letter}.*x$`, 'u'));
  expect(stack.match(/\p{M}/gu)?.length).toBeLessThanOrEqual(most);
});
