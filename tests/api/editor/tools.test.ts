import { describe, expect, it } from 'vitest';
import { slashControls } from '../../../src/islands/editor/quill/controls.ts';
import { placeBox } from '../../../src/islands/editor/quill/floating/place-box.ts';
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
