import { describe, expect, it } from 'vitest';
import { safePath } from '../../../api/contract/safe-path.ts';
import { searchPath } from '../../../src/lib/navigate.ts';

describe('a search from the navigation bar', () => {
  it('keeps the other query parameters and sets searchTerm', () => {
    expect(searchPath('?category=reactjs&sort=asc&searchTerm=old', 'new')).toBe(
      '/search?category=reactjs&sort=asc&searchTerm=new',
    );
  });

  it('starts at the first result', () => {
    expect(searchPath('?startIndex=9', 'x')).toBe('/search?searchTerm=x');
  });

  it('accepts any character', () => {
    const path = searchPath('', 'a&b=c #"é');
    expect(new URL(path, 'http://localhost').searchParams.get('searchTerm')).toBe('a&b=c #"é');
  });
});

describe('a safe path', () => {
  it.each(['/', '/post/x?a=b#c', '/dashboard?tab=profile'])('a safe path can be %s', (path) => {
    expect(safePath(path)).toBe(path);
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '',
    null,
  ])('never leaves the site: %s', (target) => {
    expect(safePath(target, '/home')).toBe('/home');
  });
});
