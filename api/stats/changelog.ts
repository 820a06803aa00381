import { readFile } from 'node:fs/promises';
import type { ChangelogGroup, ChangelogSection } from '../contract/system.ts';
import { readVersion } from './system.ts';

/** Returns what CHANGELOG.md says about the version that runs. Empty if the file isn't there. */
export async function readChangelog(): Promise<ChangelogSection[]> {
  const file = new URL('../../CHANGELOG.md', import.meta.url);
  return parseChangelog(await readFile(file, 'utf8').catch(() => ''), readVersion());
}

/**
 * Returns the changes of a version and the unreleased ones, which the code has if it's newer than
 * the version's release. Without Markdown.
 */
export function parseChangelog(text: string, version: string): ChangelogSection[] {
  const [, ...sections] = text.split(/^## /m);
  return sections
    .map((section) => {
      const [title = '', ...lines] = section.split('\n');
      return { title: title.trim(), groups: groupsOf(lines.join('\n')) };
    })
    .filter(({ title }) => title === 'Unreleased' || title.split(' ')[0] === version)
    .filter(({ groups }) => groups.length > 0);
}

function groupsOf(section: string): ChangelogGroup[] {
  const [, ...groups] = section.split(/^### /m);
  return groups
    .map((group) => {
      const [name = '', ...lines] = group.split('\n');
      const [, ...items] = `\n${lines.join('\n')}`.split(/\n- /);
      return { name: name.trim(), items: items.map(plainText) };
    })
    .filter(({ items }) => items.length > 0);
}

function plainText(markdown: string): string {
  return markdown
    .replace(/\s+/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|`/g, '')
    .trim();
}
