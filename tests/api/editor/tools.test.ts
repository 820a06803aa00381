import { describe, expect, it } from 'vitest';
import { slashControls } from '../../../src/islands/editor/quill/controls.ts';
import { findMatches, replaceMatches } from '../../../src/islands/editor/quill/find/matches.ts';
import { placeBox } from '../../../src/islands/editor/quill/floating/place-box.ts';
import { plainText } from '../../../src/islands/editor/quill/plain-text.ts';
import { matchControls } from '../../../src/islands/editor/quill/slash/match-controls.ts';

describe('the slash menu', () => {
  const names = (typed: string) => matchControls(slashControls(), typed).map(({ name }) => name);

  it('finds tools by their names, parts of them and synonyms, names first', () => {
    expect(names('')).toEqual(slashControls().map(({ name }) => name));
    for (const [typed, first] of [
      ['h2', 'Heading 2'],
      ['Heading 3', 'Heading 3'],
      ['ul', 'Bulleted list'],
      ['list num', 'Numbered list'],
      ['codeblock', 'Code block'],
      ['code block', 'Code block'],
      ['photo', 'Insert image'],
      ['youtube', 'Embed video'],
      ['quote', 'Quote'],
      ['paragraph', 'Normal text'],
      ['hr', 'Divider'],
      ['todo', 'Checklist'],
      ['check list', 'Checklist'],
      ['details', 'Collapsible section'],
      ['toggle', 'Collapsible section'],
    ] as const) {
      expect(names(typed)[0], typed).toBe(first);
    }
    expect(names('heading')).toHaveLength(6);
    for (const typed of ['xyzzy', 'h2 list']) {
      expect(names(typed), typed).toEqual([]);
    }
  });
});

describe('a panel next to the text', () => {
  const view = { top: 100, bottom: 600, left: 0, right: 320 };
  const line = (top: number, left = 20) => ({ top, bottom: top + 20, left, right: left + 40 });
  const size = { width: 200, height: 100 };
  const below = { prefers: 'below', align: 'start' } as const;
  const above = { prefers: 'above', align: 'center' } as const;

  it('is on the side that it prefers, or on the other one if there is no room', () => {
    expect(placeBox(line(200), size, view, below)).toMatchObject({ top: 228, left: 20 });
    expect(placeBox(line(550), size, view, below)).toMatchObject({ top: 442 });
    expect(placeBox(line(400), size, view, above)).toMatchObject({ top: 292 });
    expect(placeBox(line(110), size, view, above)).toMatchObject({ top: 138 });
  });

  it('never leaves the screen or covers what it belongs to', () => {
    for (const options of [below, above]) {
      for (let top = 0; top < 700; top += 7) {
        for (const left of [-50, 0, 150, 310]) {
          for (const height of [40, 100, 400, 900]) {
            const anchor = line(top, left);
            const box = placeBox(anchor, { width: 200, height }, view, options);
            if (!box) throw new Error('Hidden');
            const bottom = box.top + Math.min(height, box.maxHeight);
            expect(box.top).toBeGreaterThanOrEqual(view.top);
            expect(bottom).toBeLessThanOrEqual(view.bottom);
            expect(box.left).toBeGreaterThanOrEqual(0);
            expect(box.left + 200).toBeLessThanOrEqual(320);
            expect(bottom <= anchor.top || box.top >= anchor.bottom).toBe(true);
          }
        }
      }
    }
    const all = { top: 90, bottom: 620, left: 0, right: 320 };
    expect(placeBox(all, size, view, above)).toBeNull();
  });
});

describe('finding in the text', () => {
  const plain = { matchCase: false, wholeWord: false };
  const found = (text: string, wanted: string, options = {}) =>
    findMatches(text, wanted, { ...plain, ...options }).map(({ index, length }) =>
      text.slice(index, index + length),
    );

  it('ignores case, unless it should match', () => {
    expect(found('Word word WORD', 'word')).toEqual(['Word', 'word', 'WORD']);
    expect(found('Word word WORD', 'word', { matchCase: true })).toEqual(['word']);
    expect(found('Слово СЛОВО, ÉTÉ été', 'слово')).toHaveLength(2);
    expect(found('Слово СЛОВО, ÉTÉ été', 'été')).toHaveLength(2);
    expect(found('a\u00a0b', 'a b')).toHaveLength(1);
    expect(found('cafe\u0301 caf\u00e9', 'caf\u00e9')).toHaveLength(2);
    expect(found('text', '')).toEqual([]);
  });

  it('takes every sign as it was typed', () => {
    for (const sign of '\\^$.*+?()[]{}|/-&~!#%,:;<=>@`') {
      expect(found(`a${sign}b`, sign), sign).toEqual([sign]);
    }
  });

  it('finds whole words in any script; in those without spaces, each match', () => {
    const whole = { wholeWord: true };
    expect(found('cat concat cats cat_ (cat) cat', 'cat', whole)).toHaveLength(3);
    expect(found('día días mediodía', 'día', whole)).toHaveLength(1);
    expect(found('кот котик кот', 'кот', whole)).toHaveLength(2);
    expect(found('我的中文书', '中文', whole)).toHaveLength(1);
    expect(found('ภาษาไทยง่าย', 'ไทย', whole)).toHaveLength(1);
    expect(found('C++ and C', 'C++', whole)).toHaveLength(1);
    expect(found('x = 1.5; 1.55', '1.5', whole)).toHaveLength(1);
    expect(found('用React写', 'React', whole)).toHaveLength(1);
  });

  it('finds across formats, but not across pictures or lines', () => {
    const ops = [
      { insert: 'one w' },
      { insert: 'or', attributes: { bold: true } },
      { insert: 'd' },
      { insert: { image: '/a.png' } },
      { insert: 'x\nwo' },
      { insert: { image: '/b.png' } },
      { insert: 'rd\n' },
    ];
    const matches = findMatches(plainText(ops), 'word', plain);
    expect(matches).toEqual([{ index: 4, length: 4 }]);
  });

  it('replaces all matches, with the formats of their first letters', () => {
    const ops = [
      { insert: 'a' },
      { insert: 'bc', attributes: { bold: true } },
      { insert: { image: '/a.png' } },
      { insert: 'abc\n' },
    ];
    const matches = findMatches(plainText(ops), 'bc', plain);
    expect(replaceMatches(ops, matches, 'x')).toEqual([
      { retain: 1 },
      { insert: 'x', attributes: { bold: true } },
      { delete: 2 },
      { retain: 2 },
      { insert: 'x', attributes: {} },
      { delete: 2 },
    ]);
    expect(replaceMatches(ops, matches.slice(1), '')).toEqual([{ retain: 5 }, { delete: 2 }]);
    expect(replaceMatches(ops, [], 'x')).toEqual([]);
  });
});
