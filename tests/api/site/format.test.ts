import { describe, expect, it } from 'vitest';
import { isoDate, longDate, plainText, preview, shortDate } from '../../../src/lib/format.ts';

describe('plain text of a post', () => {
  it('plain text of a post has no tags', () => {
    expect(plainText('<p>A <strong>bold</strong> <a href="/x">link</a></p>')).toBe('A bold link');
  });

  it('separates a heading from the paragraph below it', () => {
    expect(plainText('<h2>Heading</h2><p>One<br>two</p><ul><li>a</li><li>b</li></ul>')).toBe(
      'Heading One two a b',
    );
  });

  it('separates cells, and leaves out footnotes', () => {
    expect(
      plainText(
        '<table><tr><td>a<span data-footnote>x<span class="ql-size-small">y</span></span></td><td><span>b</span></td></tr></table><p>c</p>',
      ),
    ).toBe('a b c');
  });

  it('decodes entities once', () => {
    expect(plainText('<p>1 &lt; 2 &amp;&amp; &quot;x&quot; &#39;y&#x27;&nbsp;z</p>')).toBe(
      '1 < 2 && "x" \'y\' z',
    );
    expect(plainText('&amp;lt;b&amp;gt;')).toBe('&lt;b&gt;');
  });

  it('leaves unknown entities unchanged', () => {
    expect(plainText('&unknown; &#99999999; &#x110000; a & b')).toBe(
      '&unknown; &#99999999; &#x110000; a & b',
    );
  });
});

describe('the preview of a card', () => {
  it('the preview of a card is the complete text up to 100 characters', () => {
    expect(preview('x'.repeat(100))).toBe('x'.repeat(100));
  });

  it('the preview of a card is the first 100 characters and an ellipsis for a longer text', () => {
    expect(preview('x'.repeat(101))).toBe(`${'x'.repeat(100)}…`);
  });

  it('ends at a word, without the punctuation after it', () => {
    const words = `${'word '.repeat(19)}end, and more`;
    expect(preview(words)).toBe(`${'word '.repeat(19)}end…`);
    expect(preview(words.replace('end, ', 'ends here '))).toBe(`${'word '.repeat(19)}ends…`);
    // The hundredth character ends a word.
    expect(preview(`${'four '.repeat(19)}fives six`)).toBe(`${'four '.repeat(19)}fives…`);
  });

  it('fills up to 100 characters in a script without spaces', () => {
    expect(preview(`React ${'数据'.repeat(60)}`)).toBe(`React ${'数据'.repeat(47)}…`);
    expect(preview('กำ'.repeat(60))).toBe(`${'กำ'.repeat(50)}…`);
  });

  it('never splits a character', () => {
    expect(preview('🖋'.repeat(101))).toBe(`${'🖋'.repeat(100)}…`);
  });
});

describe('dates', () => {
  it('dates are short on cards: "Jan 5, 2025"', () => {
    expect(shortDate('2025-01-05T12:00:00.000Z')).toBe('Jan 5, 2025');
  });

  it('dates are long on the page of a post: "January 5, 2025"', () => {
    expect(longDate(new Date('2025-01-05T12:00:00.000Z'))).toBe('January 5, 2025');
  });

  it('dates are in UTC on both sides of midnight', () => {
    expect(shortDate('2024-12-31T23:59:59.999Z')).toBe('Dec 31, 2024');
    expect(longDate('2025-01-01T00:00:00.000+02:00')).toBe('December 31, 2024');
  });

  it('dates are empty for an invalid date', () => {
    expect([shortDate('never'), longDate(''), isoDate('never')]).toEqual(['', '', '']);
  });
});
