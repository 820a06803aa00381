import { describe, expect, it } from 'vitest';
import { preview, textOfHtml } from '../../../src/lib/text.ts';

describe('the text of a post', () => {
  it('has no tags', () => {
    expect(textOfHtml('<p>A <strong>bold</strong> <a href="/x">link</a></p>')).toBe('A bold link');
  });

  it('keeps a heading apart from the paragraph after it', () => {
    expect(textOfHtml('<h2>Heading</h2><p>One<br>two</p><ul><li>a</li><li>b</li></ul>')).toBe(
      'Heading One two a b',
    );
  });

  it('shows entities as the characters they stand for, and decodes once', () => {
    expect(textOfHtml('<p>1 &lt; 2 &amp;&amp; &quot;x&quot; &#39;y&#x27;&nbsp;z</p>')).toBe(
      '1 < 2 && "x" \'y\' z',
    );
    expect(textOfHtml('&amp;lt;b&amp;gt;')).toBe('&lt;b&gt;');
  });

  it('leaves what is no entity alone', () => {
    expect(textOfHtml('&unknown; &#99999999; &#x110000; a & b')).toBe(
      '&unknown; &#99999999; &#x110000; a & b',
    );
  });
});

describe('the preview of a card', () => {
  it('is the whole text up to 100 characters', () => {
    expect(preview('x'.repeat(100))).toBe('x'.repeat(100));
  });

  it('is the first 100 characters of a longer one, marked as cut', () => {
    expect(preview('x'.repeat(101))).toBe(`${'x'.repeat(100)}…`);
  });

  it('never cuts a character in two', () => {
    expect(preview('🖋'.repeat(101))).toBe(`${'🖋'.repeat(100)}…`);
  });
});
