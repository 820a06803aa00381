import { describe, expect, it } from 'vitest';
import { decodeRoot } from '../../../src/stores/root.ts';
import { tolerantStorage } from '../../../src/stores/storage.ts';

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
  it('is read back as it was written', () => {
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
  ])('counts as empty when it is foreign or corrupted: %s', (stored) => {
    expect(decodeRoot(stored)).toEqual(EMPTY);
  });

  it('keeps the theme when the user does not fit', () => {
    const stored = {
      version: 1,
      theme: 'dark',
      currentUser: { user: { ...user, isAdmin: 'yes' } },
    };
    expect(decodeRoot(JSON.stringify(stored))).toEqual({ ...EMPTY, theme: 'dark' });
  });

  it('keeps the user when the theme does not fit', () => {
    const stored = { version: 1, theme: 'sepia', currentUser: { user } };
    expect(decodeRoot(JSON.stringify(stored))).toEqual({ ...EMPTY, currentUser: { user } });
  });
});

describe('storage that is forbidden', () => {
  const storage = tolerantStorage(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });

  it('keeps values as long as the page lives, and never throws', () => {
    expect('root' in storage).toBe(false);
    storage.root = 'x';
    expect(storage.root).toBe('x');
    delete storage.root;
    expect(storage.root).toBeUndefined();
  });
});
