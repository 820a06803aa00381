import type { Op } from 'quill/core.js';
import { describe, expect, it } from 'vitest';
import { parse } from '../../../api/content/parse.ts';
import { fieldHtml, oneLine } from '../../../src/islands/editor/quill/field-content.ts';

describe('the field of a dialog', () => {
  const html = (...ops: Op[]) => fieldHtml(ops, parse);
  const lineBreak = { insert: { 'line-break': true } };

  it('stores a single paragraph without its tag, and other blocks unchanged', () => {
    expect(html({ insert: 'a ' }, { insert: 'b', attributes: { bold: true } })).toBe(
      'a <strong>b</strong>',
    );
    expect(html({ insert: 'a\nb\n' })).toBe('<p>a</p><p>b</p>');
    expect(html({ insert: 'a' }, { insert: '\n', attributes: { list: 'bullet' } })).toBe(
      '<ul><li>a</li></ul>',
    );
    expect(html({ insert: 'a\n\n\n' })).toBe('a');
    expect(html({ insert: '\n' })).toBe('');
  });

  it('keeps formats in a single line, and turns blocks into text and line breaks', () => {
    const table = '<table><tbody><tr><td>c</td><td>d</td></tr></tbody></table>';
    const note = { insert: { kept: '<span data-footnote>n</span>' } };
    const ops: Op[] = [
      { insert: 'a', attributes: { code: true } },
      { insert: '\n', attributes: { header: 2 } },
      note,
      { insert: 'b\n\n' },
      { insert: { 'kept-block': table } },
      { insert: '\n' },
    ];
    const flat = oneLine(ops, parse);
    expect(flat.slice(0, 4)).toEqual([
      { insert: 'a', attributes: { code: true } },
      lineBreak,
      note,
      { insert: 'b' },
    ]);
    expect(html(...flat)).toMatch(/^<code>a<\/code><br><span data-footnote>n<\/span>b<br>.*c.*d$/);
  });
});
