import { expect, test } from 'vitest';
import { parseChangelog, readChangelog } from '../../../api/stats/changelog.ts';

const TEXT = `# Changelog

## Unreleased

### Added

- One thing ([docs](docs/a.md)), with \`code\`
  on two lines.
- **Another** thing.

## 0.2.0 (2026-02-01)

Words before the list.

### Fixed

- A fault.

## 0.1.0 (2026-01-01)

### Added

- Everything.
`;

test('the changelog has the unreleased changes and those of the version, without Markdown', () => {
  expect(parseChangelog(TEXT, '0.2.0')).toEqual([
    {
      title: 'Unreleased',
      groups: [
        {
          name: 'Added',
          items: ['One thing (docs), with code on two lines.', 'Another thing.'],
        },
      ],
    },
    { title: '0.2.0 (2026-02-01)', groups: [{ name: 'Fixed', items: ['A fault.'] }] },
  ]);
  expect(parseChangelog('', '0.2.0')).toEqual([]);
});

test('the running version is in the changelog', async () => {
  const titles = (await readChangelog()).map(({ title }) => title);
  expect(titles.at(-1)).toMatch(/^\d+\.\d+\.\d+ \(/);
});
