import { describe, expect, it } from 'vitest';
import { markedText } from '../../../src/islands/editor/quill/marks.ts';

describe('typing a Markdown mark', () => {
  it.each([
    ['a **b**', 'bold', 'b'],
    ['a __b c__', 'bold', 'b c'],
    ['*b*', 'italic', 'b'],
    ['(_b_', 'italic', 'b'],
    ['use `x*y`', 'code', 'x*y'],
    ['中文**粗体**', 'bold', '粗体'],
    ['中文*斜体*', 'italic', '斜体'],
    ['これは__太字__', 'bold', '太字'],
    ['カタカナー**強調**', 'bold', '強調'],
    ['한국어**굵게**', 'bold', '굵게'],
    ['ภาษาไทย**ตัวหนา**', 'bold', 'ตัวหนา'],
    ['မြန်မာ**စာလုံး**', 'bold', 'စာလုံး'],
    ['使用**Node**', 'bold', 'Node'],
    ['Node**很快**', 'bold', '很快'],
  ])('at the end of %j applies %s to %j', (line, format, text) => {
    expect(markedText(line)).toMatchObject({ format, text });
  });

  it.each(['2*3*', 'snake_case_', 'a**b**', '** a**', '**a **', '****', '使用snake_case_', 'é*b*'])(
    'at the end of %j applies no format',
    (line) => {
      expect(markedText(line)).toBeNull();
    },
  );
});
