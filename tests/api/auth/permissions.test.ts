import { expect, test } from 'vitest';
import { can, canAtAll, PERMISSIONS, type Verb } from '../../../api/access/permissions.ts';
import { ROLES } from '../../../api/contract/users.ts';

/** Roles that may do it to anyone's things, and to their own alone. */
const EXPECTED: Record<Verb, [all: string, own: string]> = {
  'audit.read': ['administrator', ''],
  'backup.manage': ['administrator', ''],
  'comment.change': ['editor administrator', 'reader author'],
  'comment.delete': ['editor administrator', 'reader author'],
  'comment.close': ['editor administrator', 'author'],
  'comment.list': ['editor administrator', ''],
  'comment.moderate': ['editor administrator', ''],
  'document.write': ['editor administrator', 'author'],
  'import.manage': ['administrator', ''],
  'media.change': ['editor administrator', 'author'],
  'media.list': ['editor administrator', 'author'],
  'post.delete': ['editor administrator', 'author'],
  'post.feature': ['editor administrator', ''],
  'post.publish': ['editor administrator', 'author'],
  'redirect.change': ['editor administrator', ''],
  'settings.change': ['administrator', ''],
  'site.operate': ['administrator', ''],
  'stats.read': ['editor administrator', 'author'],
  'upload.post': ['', 'author editor administrator'],
  'upload.unlimited': ['', 'administrator'],
  'user.delete': ['administrator', 'reader author editor'],
  'user.invite': ['administrator', ''],
  'user.list': ['administrator', ''],
  'user.role': ['administrator', ''],
  'user.suspend': ['administrator', ''],
};

test.each(Object.keys(PERMISSIONS) as Verb[])('%s is for these roles only', (verb) => {
  const users = ROLES.map((role) => ({ id: 'own', role }));
  const forAll = users.filter((user) => can(user, verb, { owner: 'other' }));
  const forOwn = users.filter((user) => canAtAll(user, verb) && !forAll.includes(user));
  const namesOf = (some: typeof users) => some.map(({ role }) => role).join(' ');
  expect([namesOf(forAll), namesOf(forOwn)]).toEqual(EXPECTED[verb]);
});

test('without an owner, the thing counts as someone else’s', () => {
  expect(can({ id: 'own', role: 'author' }, 'post.publish')).toBe(false);
});
