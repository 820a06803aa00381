import { describe, expect, it } from 'vitest';
import { splitFrontMatter } from '../../../../cli/import/markdown/front-matter.ts';
import { dateOf, Fields } from '../../../../cli/import/markdown/values.ts';

describe('front matter', () => {
  it.each([
    ['YAML', '---\ntitle: A\ntags: [b, c]\n---\nText'],
    ['TOML', '+++\ntitle = "A"\ntags = ["b", "c"]\n+++\nText'],
    ['JSON', '{\n"title": "A",\n"tags": ["b", "c"]\n}\nText'],
  ])('is read as %s', (_, source) => {
    expect(splitFrontMatter(source, 'a.md')).toEqual({
      fields: { title: 'A', tags: ['b', 'c'] },
      body: 'Text',
    });
  });

  it('is missing in a text between two dividers', () => {
    const source = '---\nJust words\n---\nText';
    expect(splitFrontMatter(source, 'a.md')).toEqual({ fields: {}, body: source });
  });

  it('allows a few aliases', () => {
    const { fields } = splitFrontMatter('---\na: &x /a.png\nb: *x\n---\n', 'a.md');
    expect(fields).toEqual({ a: '/a.png', b: '/a.png' });
  });

  it.each([
    ['---\na: b\nc: [\n---\n', /^a\.md, line \d: invalid YAML\./],
    ['+++\na = \n+++\n', /^a\.md, line 2: invalid TOML\./],
    [
      '---\na: !!js/function "x"\n---\n',
      "a.md: the YAML tag tag:yaml.org,2002:js/function isn't allowed.",
    ],
    ['---\na: !run x\n---\n', "a.md: the YAML tag !run isn't allowed."],
    [`---\na: &a [x, x]\n${bomb(12)}---\n`, 'a.md: the YAML anchors repeat too much.'],
    [`---\na: &a x\nb: [${'*a, '.repeat(200)}]\n---\n`, 'a.md: 200 YAML aliases are too many.'],
  ])('refuses %j', (source, message) => {
    expect(() => splitFrontMatter(source, 'a.md')).toThrow(message);
  });
});

/** Each list has the one before twice. */
function bomb(lists: number): string {
  const names = 'abcdefghijklmnop';
  return Array.from({ length: lists }, (_, at) => {
    const before = names[at];
    return `${names[at + 1]}: &${names[at + 1]} [*${before}, *${before}, *${before}, *${before}]\n`;
  }).join('');
}

describe('dates of front matter', () => {
  it.each([
    ['2024-05-01', '2024-05-01T00:00:00.000Z'],
    ['2024-05-01 10:30:00 +0200', '2024-05-01T08:30:00.000Z'],
    ['2024-05-01T10:30:00-05:00', '2024-05-01T15:30:00.000Z'],
    ['Jun 01 2024', '2024-06-01T00:00:00.000Z'],
    ['20240501', '2024-05-01T00:00:00.000Z'],
  ])('read %j', (text, expected) => {
    expect(new Date(dateOf(text) ?? 0).toISOString()).toBe(expected);
  });

  it.each(['true', 'soon', '12', ''])('are not %j', (text) => {
    expect(dateOf(text)).toBeUndefined();
  });
});

describe('fields of front matter', () => {
  it('know which of them were not read', () => {
    const fields = new Fields({ title: 'A', toc: true, image: { path: '/a.png' }, empty: '' });
    expect(fields.text('name', 'title')).toBe('A');
    expect(fields.text('image.path')).toBe('/a.png');
    expect(fields.others).toEqual({ toc: true });
  });
});
