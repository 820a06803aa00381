import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SECURITY_PATH } from '../../../api/contract/urls.ts';
import { expiringPaths } from '../../../api/publish/refresh.ts';
import { securityTxt } from '../../../src/lib/security-txt.ts';
import { testFolder } from '../cli/support.ts';

const NOW = new Date('2026-01-05T10:00:00.123Z');
const DAY_MS = 86_400_000;
const SITE = { language: 'en', contact: { securityEmail: 'security@example.com' } };

describe('security.txt', () => {
  const lines = (siteUrl: string) => securityTxt(SITE, siteUrl, NOW).split('\n');

  test('security.txt has the fields of RFC 9116, and expires in less than a year', () => {
    expect(lines('https://blog.example.com')).toEqual([
      'Contact: mailto:security@example.com',
      'Expires: 2026-12-21T10:00:00Z',
      'Canonical: https://blog.example.com/.well-known/security.txt',
      'Preferred-Languages: en',
      '',
    ]);
  });

  test('names no address without https', () => {
    expect(lines('http://localhost:4321').join('\n')).not.toContain('Canonical');
  });

  test('security.txt is written again when it is missing or older than a week', async () => {
    const root = await testFolder();
    expect(await expiringPaths(root, NOW)).toEqual([SECURITY_PATH]);
    const file = join(root, SECURITY_PATH);
    await mkdir(join(root, '.well-known'));
    await writeFile(file, '');
    const aged = async (days: number) => {
      await utimes(file, NOW, new Date(NOW.getTime() - days * DAY_MS));
      return await expiringPaths(root, NOW);
    };
    expect(await aged(6)).toEqual([]);
    expect(await aged(8)).toEqual([SECURITY_PATH]);
  });
});
