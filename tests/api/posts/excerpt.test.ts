import { describe, expect, it } from 'vitest';
import { excerptOf } from '../../../db/excerpt.ts';

const filler = (length: number) => 'Some filler text. '.repeat(length / 18 + 1).slice(0, length);

describe('the excerpt of a long text', () => {
  it('comes from the first part that has a word, without a look at the rest', () => {
    const text = `${filler(500)} Islands here. ${filler(20_000)} Islands and hydration.`;
    expect(excerptOf(text, 'islands hydration')).toMatch(/^….*Islands here\..*…$/);
  });

  it('comes from a later part if the first ones have no word', () => {
    for (const before of [3_990, 4_000, 4_010, 35_000]) {
      const text = `${filler(before)} About hydration. ${filler(5_000)}`;
      expect(excerptOf(text, 'hydration'), `${before}`).toMatch(/^….*About hydration\..*…$/);
    }
  });

  it('has no half words, which look like the beginning of others', () => {
    for (let before = 3_990; before < 4_000; before++) {
      const text = `${filler(before - 1)} hydration ${filler(5_000)}`;
      expect(excerptOf(text, 'ration'), `${before}`).toBeNull();
      expect(excerptOf(text, 'hydration'), `${before}`).toContain('hydration');
    }
  });

  it('has the match in texts without spaces, too', () => {
    const text = `${'数据库系统。'.repeat(2_500)}岛屿${'数据库系统。'.repeat(100)}`;
    expect(excerptOf(text, '岛屿')).toContain('岛屿');
  });

  it('has the match after letters that the normal form drops or splits', () => {
    for (const uneven of ['كَتَبَ ', 'ﬃ ﷲ ', 'co\u00adop ']) {
      const text = `${uneven.repeat(500)}${filler(2_000)} About hydration. ${filler(3_000)}`;
      expect(excerptOf(text, 'hydration'), uneven).toContain('About hydration.');
    }
  });

  it("doesn't exist if the text has none of the words", () => {
    expect(excerptOf(filler(50_000), 'hydration')).toBeNull();
    expect(excerptOf('', 'hydration')).toBeNull();
    expect(excerptOf('Some dehydration.', 'hydration')).toBeNull();
  });

  it('starts with the text if the word does', () => {
    expect(excerptOf('Hydration of islands', 'hydration')).toBe('Hydration of islands');
  });
});
