import { describe, expect, it } from 'vitest';
import { decodeRoot, tolerantStorage } from '../../../src/stores/root.ts';

const user = {
  _id: 'u1',
  username: 'ada',
  email: 'ada@example.com',
  profilePicture: '/avatars/1.svg',
  isAdmin: false,
  createdAt: '2025-01-05T00:00:00.000Z',
};
const EMPTY = { version: 1, theme: 'light', currentUser: null };

describe('the stored entry `root`', () => {
  it('the stored entry `root` is read back unchanged', () => {
    const root = { version: 1, theme: 'dark', currentUser: { user } };
    expect(decodeRoot(JSON.stringify(root))).toEqual(root);
  });

  it.each([
    '',
    'garbage',
    'null',
    '[]',
    '"dark"',
    '{"version":2,"theme":"dark"}',
    '{"_persist":1}',
  ])('is ignored if it is corrupt or from another program: %s', (stored) => {
    expect(decodeRoot(stored)).toEqual(EMPTY);
  });

  it('keeps the theme if the user is invalid', () => {
    const stored = {
      version: 1,
      theme: 'dark',
      currentUser: { user: { ...user, isAdmin: 'yes' } },
    };
    expect(decodeRoot(JSON.stringify(stored))).toEqual({ ...EMPTY, theme: 'dark' });
  });

  it('keeps the user if the theme is invalid', () => {
    const stored = { version: 1, theme: 'sepia', currentUser: { user } };
    expect(decodeRoot(JSON.stringify(stored))).toEqual({ ...EMPTY, currentUser: { user } });
  });
});

describe('blocked storage', () => {
  const storage = tolerantStorage(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });

  it('keeps values until the page closes, and never throws', () => {
    expect('root' in storage).toBe(false);
    storage.root = 'x';
    expect(storage.root).toBe('x');
    delete storage.root;
    expect(storage.root).toBeUndefined();
  });
});
