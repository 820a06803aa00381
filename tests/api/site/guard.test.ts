import { afterEach, expect, it, vi } from 'vitest';
import type { User } from '../../../api/contract/users.ts';
import { stayWhile, watchAdmission } from '../../../src/lib/guard.ts';
import { clearAllTabs, onSignOut } from '../../../src/lib/tab-storage.ts';
import { signInSuccess, signOutSuccess } from '../../../src/stores/session.ts';

const user: User = {
  _id: 'u1',
  username: 'ada',
  email: 'ada@example.com',
  profilePicture: '/avatars/1.svg',
  isAdmin: false,
  role: 'author',
  emailVerified: true,
  pendingEmail: null,
  suspendedUntil: null,
  createdAt: '2025-01-05T00:00:00.000Z',
};

afterEach(() => vi.unstubAllGlobals());

it.each(['before', 'after'])(
  'a page that stays for its files closes when the message about signing out comes %s the change',
  async (when) => {
    const replace = vi.fn();
    const location = { pathname: '/create-post', search: '', hash: '', replace };
    vi.stubGlobal('window', Object.assign(new EventTarget(), { location }));
    vi.stubGlobal('document', { cookie: '' });
    vi.stubGlobal('fetch', async () => Response.json({ user }));
    signInSuccess(user);
    const states: string[] = [];
    const watch = watchAdmission('author', ({ state }) => states.push(state));
    await vi.waitFor(() => expect(states.at(-1)).toBe('admitted'), 60_000);
    const stopStaying = stayWhile(() => true);

    if (when === 'before') {
      const told = new Promise<void>((resolve) => {
        const stop = onSignOut(() => {
          stop();
          resolve();
        });
      });
      clearAllTabs();
      await told;
      signOutSuccess();
    } else {
      signOutSuccess();
      expect(states.at(-1)).toBe('admitted');
      clearAllTabs();
    }
    await vi.waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/signin'), 60_000);
    expect(states.at(-1)).toBe('checking');
    watch.stop();
    stopStaying();
  },
);
