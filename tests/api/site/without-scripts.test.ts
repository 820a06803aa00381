import { expect, test } from 'vitest';
import { withoutScripts } from '../../../src/lib/html.ts';

test('scripts are removed, and all else stays as it is', () => {
  const html = '<!doctype html><head><meta charset="utf-8"></head><body>A&amp;B <p>1 &lt; 2';
  expect(withoutScripts(html)).toBe(html);
  const all = `<script>1</script>a<script type="module" src="/x.js"></script>b<SCRIPT>"</p>"</SCRIPT >c`;
  expect(withoutScripts(all)).toBe('abc');
  expect(withoutScripts('<svg><script>1</script></svg>a<script>never closed')).toBe('<svg></svg>a');
});

test('text and attributes that look like scripts stay', () => {
  const html = `<img alt="<script>"><p>&lt;script&gt;</p><img alt="</script>" title='<script>1</script>'>`;
  expect(withoutScripts(html)).toBe(html);
  expect(withoutScripts(`${html}<script>1</script>${html}`)).toBe(html + html);
});
