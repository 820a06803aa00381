import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '../../../api/contract/users.ts';
import * as session from '../../../src/stores/session.ts';

const user: User = {
  _id: 'u1',
  username: 'ada',
  email: 'ada@example.com',
  profilePicture: '/avatars/1.svg',
  isAdmin: false,
  role: 'reader',
  emailVerified: true,
  pendingEmail: null,
  suspendedUntil: null,
  createdAt: '2025-01-05T00:00:00.000Z',
};
const { $user, $loading, $error } = session;

beforeEach(() => session.signOutSuccess());
afterEach(() => vi.unstubAllGlobals());

describe('signing in', () => {
  it('signing in sets loading and clears the error when it starts', () => {
    session.signInFailure('before');
    session.signInStart();
    expect([$loading.get(), $error.get()]).toEqual([true, null]);
  });

  it('signing in stores the user and stops loading when it succeeds', () => {
    session.signInStart();
    session.signInSuccess(user);
    expect([$user.get(), $loading.get(), $error.get()]).toEqual([user, false, null]);
  });

  it('signing in stores the error and stops loading when it fails', () => {
    session.signInStart();
    session.signInFailure('Invalid email or password.');
    expect([$user.get(), $loading.get(), $error.get()]).toEqual([
      null,
      false,
      'Invalid email or password.',
    ]);
  });
});

describe('an update of the profile', () => {
  it('replaces the stored user when it succeeds', () => {
    session.signInSuccess(user);
    session.updateStart();
    session.updateSuccess({ ...user, username: 'grace' });
    expect([$user.get()?.username, $loading.get()]).toEqual(['grace', false]);
  });

  it('keeps the stored user when it fails', () => {
    session.signInSuccess(user);
    session.updateFailure('taken');
    expect([$user.get(), $error.get()]).toEqual([user, 'taken']);
  });
});

describe('deleting the account', () => {
  it('clears the user when it succeeds and keeps it when it fails', () => {
    session.signInSuccess(user);
    session.deleteUserStart();
    session.deleteUserFailure('no');
    expect([$user.get(), $loading.get(), $error.get()]).toEqual([user, false, 'no']);
    session.deleteUserSuccess();
    expect($user.get()).toBeNull();
  });
});

describe('signing out', () => {
  it('clears user, error and loading when the server agrees', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ success: true, message: 'ok' }));
    session.signInSuccess(user);
    session.updateFailure('old');
    await session.signOut();
    expect([$user.get(), $loading.get(), $error.get()]).toEqual([null, false, null]);
  });

  it('ignores a failure and keeps the user', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')));
    session.signInSuccess(user);
    await session.signOut();
    expect($user.get()).toEqual(user);
  });
});

describe('asking the server who is signed in', () => {
  const answer = (user: User | null) => vi.stubGlobal('fetch', async () => Response.json({ user }));

  it("removes a stored user that the server doesn't know", async () => {
    session.signInSuccess(user);
    answer(null);
    expect(await session.verifySession({ again: true })).toEqual({ reached: true, user: null });
    expect($user.get()).toBeNull();
  });

  it('stores a user that only the server knows', async () => {
    answer(user);
    expect(await session.verifySession({ again: true })).toEqual({ reached: true, user });
    expect($user.get()).toEqual(user);
  });

  it("keeps the stored user if the server doesn't answer, and reports it", async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')));
    session.signInSuccess(user);
    expect(await session.verifySession({ again: true })).toMatchObject({ reached: false });
    expect($user.get()).toEqual(user);
  });

  it('prefers a newer sign-in to an older answer', async () => {
    let reply = (_: Response) => {};
    const answered = new Promise<Response>((resolve) => {
      reply = resolve;
    });
    vi.stubGlobal('fetch', () => answered);
    const verdict = session.verifySession({ again: true });
    session.signInSuccess(user);
    reply(Response.json({ user: null }));
    expect(await verdict).toEqual({ reached: true, user });
    expect($user.get()).toEqual(user);
  });

  it('asks once per page load, however many callers there are', async () => {
    const fetched = vi.fn(async () => Response.json({ user: null }));
    vi.stubGlobal('fetch', fetched);
    await session.verifySession({ again: true });
    await session.verifySession();
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
