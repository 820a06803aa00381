import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startText } from '../../../src/islands/comments/writing/useText.ts';
import { clearTab, forgetUnsent } from '../../../src/lib/tab-storage.ts';
import {
  keepUnsent,
  likeLater,
  signInReason,
  takeLike,
  unsentComment,
  updateUnsent,
  wantedPath,
} from '../../../src/stores/after-sign-in.ts';
import { draftPlaces, readDraft, writeDraft } from '../../../src/stores/comment-drafts.ts';

/** A browser's storage: its keys are its properties, too. */
function storage(): Storage {
  const methods = {
    getItem(key: string) {
      return Object.hasOwn(this, key) ? (this as Record<string, unknown>)[key] : null;
    },
    setItem(key: string, value: string) {
      Object.assign(this, { [key]: value });
    },
    removeItem(key: string) {
      Reflect.deleteProperty(this, key);
    },
  };
  return Object.create(methods);
}

const location = { pathname: '/post/tea', assign: vi.fn(), protocol: 'http:' };
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01') });
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
  vi.stubGlobal('window', { location });
  vi.stubGlobal('document', { cookie: '' });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

const comment = { postId: 'p', place: '', text: 'Hello', path: '/post/tea#comments' } as const;
const DAY_MS = 24 * 60 * 60 * 1000;

describe('a comment that a guest wants to send', () => {
  it('is kept for a week', () => {
    keepUnsent(comment);
    vi.advanceTimersByTime(7 * DAY_MS);
    expect(unsentComment()).toEqual(comment);
    vi.advanceTimersByTime(1);
    expect(unsentComment()).toBeNull();
    expect(localStorage.getItem('unsent-comment')).toBeNull();
  });

  it('has what its author types later, and ends when it is sent or cleared', () => {
    keepUnsent(comment);
    updateUnsent('u', 'p', '', 'Hello again');
    updateUnsent('u', 'p', 'reply-c', 'Elsewhere');
    updateUnsent('u', 'q', '', 'Elsewhere');
    updateUnsent('v', 'p', '', 'Another user');
    expect(unsentComment()?.text).toBe('Hello again');
    updateUnsent('u', 'p', '', '');
    expect(unsentComment()).toBeNull();
  });

  it('ends when a user signs out, like a like and drafts', () => {
    keepUnsent(comment);
    likeLater('c');
    writeDraft(undefined, 'p', '', 'Hello');
    clearTab();
    expect([unsentComment(), takeLike(), readDraft(undefined, 'p')]).toEqual([null, null, '']);
  });

  it.each([
    ['text that is no JSON', '{'],
    ['null', 'null'],
    ['a number', '7'],
    ['no fields', '{"at":0}'],
    ['another type of text', JSON.stringify({ ...comment, text: {}, at: Date.now() })],
    ['a place with markup', JSON.stringify({ ...comment, place: 'reply-<b>', at: Date.now() })],
    ['an edit', JSON.stringify({ ...comment, place: 'edit-c', at: Date.now() })],
    ['a megabyte', JSON.stringify({ ...comment, text: 'x'.repeat(1e6), at: Date.now() })],
    ['a time in the future', JSON.stringify({ ...comment, at: Date.parse('2027-01-01') })],
    ['no time', JSON.stringify(comment)],
  ])('is ignored if the browser stores %s', (_, stored) => {
    vi.setSystemTime(Date.parse('2026-01-01'));
    localStorage.setItem('unsent-comment', stored);
    expect(unsentComment()).toBeNull();
    expect(wantedPath()).toBe('/');
  });

  it.each([
    'https://evil.example/post/x',
    '//evil.example',
    '/.//evil.example',
    '/dashboard',
    '',
    7,
  ])('leads only to posts of this site, not to %j', (path) => {
    localStorage.setItem('unsent-comment', JSON.stringify({ ...comment, path, at: Date.now() }));
    expect(wantedPath()).toBe('/');
  });
});

describe('the sign-in page', () => {
  it('says why it is open only if it leads back there', () => {
    expect(signInReason('/')).toBeNull();
    keepUnsent(comment);
    expect(signInReason('/post/tea#comments')).toBe('comment');
    expect(signInReason('/post/coffee#comments')).toBeNull();
    likeLater('c');
    expect(location.assign).toHaveBeenLastCalledWith('/signin');
    expect(signInReason('/post/tea#comment-c')).toBe('like');
    expect(wantedPath()).toBe('/post/tea#comment-c');
    forgetUnsent();
    expect(signInReason('/post/tea#comments')).toBeNull();
  });

  it('gives a like once, and within an hour', () => {
    likeLater('c');
    expect(takeLike()).toMatchObject({ commentId: 'c' });
    expect(takeLike()).toBeNull();
    likeLater('c');
    vi.advanceTimersByTime(60 * 60 * 1000 + 1);
    expect(takeLike()).toBeNull();
  });
});

describe('drafts in a tab', () => {
  it('are listed by place, for their user and for guests', () => {
    writeDraft('u', 'p', '', 'One');
    writeDraft('u', 'p', 'reply-c', 'Two');
    writeDraft('u', 'p2', '', 'Another post');
    writeDraft('v', 'p', 'reply-d', 'Another user');
    writeDraft(undefined, 'p', 'edit-e', 'A guest');
    expect(draftPlaces('u', 'p').sort()).toEqual(['', 'edit-e', 'reply-c']);
    expect(draftPlaces(undefined, 'p')).toEqual(['edit-e']);
  });

  it('don’t fail without storage', () => {
    vi.stubGlobal('sessionStorage', undefined);
    vi.stubGlobal('localStorage', undefined);
    writeDraft('u', 'p', '', 'One');
    keepUnsent(comment);
    expect([readDraft('u', 'p'), draftPlaces('u', 'p'), unsentComment(), takeLike()]).toEqual([
      '',
      [],
      null,
      null,
    ]);
  });
});

describe('the text of a field', () => {
  it('is passed on by a guest to the user who signs in', () => {
    writeDraft(undefined, 'p', '', 'As a guest');
    expect(startText(undefined, 'p', '')).toBe('As a guest');
    expect(startText('u', 'p', '')).toBe('As a guest');
    // The next user to sign in doesn't get it.
    expect([startText('v', 'p', ''), startText(undefined, 'p', '')]).toEqual(['', '']);
    expect(startText('u', 'p', '')).toBe('As a guest');
  });

  it('is there in another tab after “Sign in to send”', () => {
    keepUnsent({ ...comment, place: 'reply-c' });
    expect(startText('u', 'p', 'reply-c')).toBe('Hello');
    expect(startText('u', 'p', '')).toBe('');
    expect(startText('u', 'q', 'reply-c')).toBe('');
  });

  it('belongs to the first user who signs in', () => {
    keepUnsent(comment);
    expect(startText('u', 'p', '')).toBe('Hello');
    expect([startText('v', 'p', ''), startText(undefined, 'p', '')]).toEqual(['', '']);
  });

  it('has both what the user and what a guest typed', () => {
    writeDraft('u', 'p', '', 'Mine');
    keepUnsent(comment);
    expect(startText('u', 'p', '')).toBe('Mine\n\nHello');
    expect(startText('u', 'p', '')).toBe('Mine\n\nHello');
  });
});
