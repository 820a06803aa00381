import { globSync, readFileSync } from 'node:fs';
import { getTableColumns, is, Table } from 'drizzle-orm';
import { expect, it } from 'vitest';
import * as schema from '../../../db/schema.ts';
import { STORED_IN_BROWSER } from '../../../src/lib/stored-data.ts';

const read = (path: string) => readFileSync(path, 'utf8');
/** The text of the privacy policy without tags, on one line. */
const policy = ['src/components/StoredData.astro', 'src/pages/privacy-policy.astro']
  .map(read)
  .join(' ')
  .replace(/<[^>]*>/g, '')
  .replace(/\s+/g, ' ');
const exportCode = read('api/users/export.ts');

interface Disclosure {
  /** Words of the privacy policy. */
  page: string;
  /**
   * The file of the personal download; absent if the table has only hashes, or is empty within a
   * day.
   */
  file?: string;
}

/** What the privacy policy says about each table; null if it has no personal data. */
const TABLES: Record<string, Disclosure | null> = {
  users: { page: 'When you have an account', file: 'profile' },
  sessions: { page: 'your sessions', file: 'sessions' },
  devices: { page: 'the browsers you have signed in with', file: 'browsers' },
  identities: { page: 'the id and the date you linked it to your account', file: 'identities' },
  signInFlows: { page: 'what the provider sent in a temporary record' },
  audit: { page: 'an audit log', file: 'events' },
  allPosts: { page: 'Articles that you publish', file: 'posts' },
  categories: null,
  allComments: { page: 'Comments are public', file: 'comments' },
  commentReports: { page: 'they see your name, the reason and your note', file: 'reports' },
  commentVersions: { page: 'moderators can see its earlier versions' },
  commentFollows: {
    page: 'the conversations that you follow or have muted',
    file: 'followed-posts',
  },
  notifications: { page: 'your notifications', file: 'notifications' },
  likes: { page: 'Likes are stored with', file: 'likes' },
  pictures: { page: 'we store who uploaded it and when', file: 'pictures' },
  pictureUses: null,
  changes: null,
  feed: null,
  nodes: null,
  leases: null,
  jobs: { page: 'preview that waits to be processed' },
  // The log has who stored which version, too.
  siteVersions: { page: 'an audit log', file: 'events' },
  rateLimits: { page: 'counters that prevent abuse' },
  // With uploads in progress.
  settings: { page: 'an upload that you started' },
  mail: { page: 'the mail that we send you', file: 'mail' },
  tokens: { page: 'For the links in it', file: 'mail-links' },
  signInLinks: { page: 'for links that sign in which page you came from', file: 'mail-links' },
  invitations: { page: 'Invitations to write', file: 'mail-links' },
  passkeys: { page: 'your passkeys', file: 'passkeys' },
  challenges: { page: 'a question to your passkey' },
  totpSecrets: { page: 'your authenticator app', file: 'second-factor' },
  recoveryCodes: { page: 'hashes of your recovery codes' },
  documents: { page: 'your drafts', file: 'drafts' },
  revisions: { page: 'their versions', file: 'versions' },
  previewLinks: { page: 'preview link', file: 'preview-links' },
  tags: null,
  postTags: null,
  series: null,
  seriesPosts: null,
  redirects: null,
  pathRedirects: null,
  missingPaths: { page: 'requests for missing pages' },
  views: { page: 'we count views' },
  missedSearches: { page: 'search terms that return no results' },
  referrers: { page: 'views per day and referring site' },
};

/** The same for the columns of `users`. */
const USER_COLUMNS: Record<string, string | null> = {
  seq: null,
  id: null,
  usernameKey: null,
  isDemo: null,
  username: 'your username',
  email: 'your email address',
  emailVerified: 'whether it has been verified',
  pendingEmail: 'a new address until you confirm it',
  passwordHash: 'a hash of your password',
  passwordFromMail: 'whether it was set by a reset by mail',
  profilePicture: 'profile picture',
  role: 'your role',
  isAdmin: 'your role',
  suspendedUntil: 'until when and why it’s suspended',
  suspendedReason: 'until when and why it’s suspended',
  createdAt: 'when the account was created and last changed',
  updatedAt: 'when the account was created and last changed',
  bio: 'your bio',
  links: 'your links',
  isTrusted: 'whether moderators trust you',
  notify: 'which notifications you get by email',
  overviewSeenAt: 'when you last opened the overview',
};

it('the privacy policy and the personal download have every table with personal data', () => {
  const entries = Object.entries(schema as Record<string, unknown>);
  const names = entries.filter(([, value]) => is(value, Table)).map(([name]) => name);
  expect(Object.keys(TABLES).sort()).toEqual(names.sort());
  for (const [name, told] of Object.entries(TABLES)) {
    if (told === null) continue;
    expect(policy, name).toContain(told.page);
    const isDownloaded = !told.file || exportCode.includes(told.file);
    expect(isDownloaded, `${name} in the download`).toBe(true);
  }
});

it('the privacy policy has everything that an account stores', () => {
  expect(Object.keys(USER_COLUMNS).sort()).toEqual(
    Object.keys(getTableColumns(schema.users)).sort(),
  );
  for (const words of Object.values(USER_COLUMNS)) expect(policy).toContain(words ?? '');
});

/** The code that stores something in a browser, and the names it uses. */
const WRITERS: Record<string, string[]> = {
  'src/islands/auth/useEntrance.ts': ['newEmail'],
  'src/islands/dashboard/profile/useProfile.ts': ['profile-draft'],
  'src/islands/dashboard/settings/site/unsaved.ts': ['site-settings'],
  'src/islands/editor/quill/useFocusMode.ts': ['focus-mode'],
  'src/islands/editor/usePlace.ts': ['editor-place:…'],
  'src/lib/navigate.ts': ['return_to'],
  'src/lib/tab-storage.ts': ['suggested-username', 'unsent-comment'],
  'src/stores/after-sign-in.ts': ['like-later'],
  'src/stores/comment-drafts.ts': ['comment-draft:…'],
  'src/stores/post-drafts.ts': ['inkwell-drafts', 'last-draft'],
  'src/stores/preferences.ts': ['preferences'],
  'src/stores/recordings.ts': ['inkwell-recordings'],
  'src/stores/root.ts': ['root'],
  'src/stores/toasts.ts': ['toast'],
  'src/stores/undo-publish.ts': ['undo-publish'],
};
const STORES =
  /\.setItem\(|persistentAtom|createStore\(|indexedDB|document\.cookie =|cookieStore|caches\./;

it('the privacy policy has everything that code stores in a browser', () => {
  const files = globSync('src/**/*.{ts,tsx,astro}').filter((file) => STORES.test(read(file)));
  expect(files.sort()).toEqual(Object.keys(WRITERS));
  const listed = STORED_IN_BROWSER.map(({ name }) => name);
  for (const [file, names] of Object.entries(WRITERS)) {
    for (const name of names) {
      expect(read(file)).toContain(`'${name.replace('…', '')}`);
      expect(listed).toContain(name);
    }
  }
  const code = globSync('api/**/*.ts').map(read).join('\n');
  const cookies = new Set(code.match(/\b(?:inkwell_[a-z_]+|return_to)/g));
  const isListed = (cookie: string) =>
    listed.some((name) => name.startsWith(cookie) || cookie.startsWith(name.replace('…', '')));
  expect([...cookies].filter((cookie) => !isListed(cookie))).toEqual([]);
});
