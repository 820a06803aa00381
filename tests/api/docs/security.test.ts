import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';

const DOCUMENT = new URL('../../../docs/security.md', import.meta.url);

/**
 * The number of requirements of level 1, and of levels 1 and 2 together, in each section of OWASP
 * ASVS 5.0. Within a section, level 1 comes first.
 */
const SECTIONS: Record<string, [level1: number, all: number]> = {
  '1.1': [0, 2],
  '1.2': [5, 9],
  '1.3': [2, 11],
  '1.4': [0, 3],
  '1.5': [1, 2],
  '2.1': [1, 3],
  '2.2': [2, 3],
  '2.3': [1, 4],
  '2.4': [0, 1],
  '3.2': [2, 2],
  '3.3': [1, 4],
  '3.4': [2, 6],
  '3.5': [3, 5],
  '3.7': [0, 2],
  '4.1': [1, 3],
  '4.2': [0, 1],
  '4.3': [0, 2],
  '4.4': [1, 4],
  '5.1': [0, 1],
  '5.2': [2, 3],
  '5.3': [2, 2],
  '5.4': [0, 3],
  '6.1': [1, 3],
  '6.2': [8, 12],
  '6.3': [2, 4],
  '6.4': [2, 4],
  '6.5': [0, 5],
  '6.6': [0, 3],
  '6.8': [0, 4],
  '7.1': [0, 3],
  '7.2': [4, 4],
  '7.3': [0, 2],
  '7.4': [2, 5],
  '7.5': [0, 2],
  '7.6': [0, 2],
  '8.1': [1, 2],
  '8.2': [2, 3],
  '8.3': [1, 1],
  '8.4': [0, 1],
  '9.1': [3, 3],
  '9.2': [1, 4],
  '10.1': [0, 2],
  '10.2': [0, 2],
  '10.3': [0, 4],
  '10.4': [5, 11],
  '10.5': [0, 5],
  '10.6': [0, 2],
  '10.7': [0, 3],
  '11.1': [0, 2],
  '11.2': [0, 3],
  '11.3': [2, 3],
  '11.4': [1, 4],
  '11.5': [0, 1],
  '11.6': [0, 1],
  '12.1': [1, 3],
  '12.2': [2, 2],
  '12.3': [0, 4],
  '13.1': [0, 1],
  '13.2': [0, 5],
  '13.3': [0, 2],
  '13.4': [1, 5],
  '14.1': [0, 2],
  '14.2': [1, 4],
  '14.3': [1, 3],
  '15.1': [1, 3],
  '15.2': [1, 3],
  '15.3': [1, 7],
  '16.1': [0, 1],
  '16.2': [0, 5],
  '16.3': [0, 4],
  '16.4': [0, 3],
  '16.5': [0, 3],
  '17.1': [0, 1],
  '17.2': [0, 4],
  '17.3': [0, 2],
};
const STATES = ['met', 'n/a', 'open'];

const expected = Object.entries(SECTIONS).flatMap(([section, [level1, all]]) =>
  Array.from({ length: all }, (_, i) => `${section}.${i + 1} L${i < level1 ? 1 : 2}`),
);

describe('docs/security.md', () => {
  test('lists each requirement of levels 1 and 2 once, in order', async () => {
    const rows = (await readFile(DOCUMENT, 'utf8')).matchAll(/^\| (\d+\.\d+\.\d+) *\| (\d) /gm);
    expect(expected).toHaveLength(253);
    expect([...rows].map(([, number, level]) => `${number} L${level}`)).toEqual(expected);
  });

  test('states whether each is met, and where or why', async () => {
    for (const line of (await readFile(DOCUMENT, 'utf8')).split('\n')) {
      if (!/^\| \d+\.\d+\.\d+ /.test(line)) continue;
      const [, number, , asked, state, reason, ...more] = line
        .split('|')
        .map((cell) => cell.trim());
      expect(STATES, number).toContain(state);
      expect(asked, number).not.toBe('');
      expect(reason, number).not.toBe('');
      expect(more, number).toEqual(['']);
    }
  });
});
