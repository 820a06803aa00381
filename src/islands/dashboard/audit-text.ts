import type { AuditEntry } from '../../../api/contract/audit.ts';
import { SCHEDULES } from '../../../api/contract/backups.ts';
import { FOREVER } from '../../../api/contract/users.ts';
import { counted } from '../../lib/format.ts';
import { exactTime } from '../ui/time.ts';

/** Actions that aren't here are shown as they are. */
const ACTIONS: Record<string, string> = {
  'backup.create': 'Backup created',
  'backup.delete': 'Backup deleted',
  'backup.download': 'Backup downloaded',
  'backup.restore': 'Backup restored',
  'comment.approve': 'Comment approved',
  'comment.delete': 'Comment deleted',
  'comment.hold': 'Comment held',
  'comment.remove': 'Comment removed',
  'comment.restore': 'Comment restored',
  'comment.spam': 'Comment marked as spam',
  'comment.removeall': "A member's comments removed",
  'comment.restoreall': "A member's comments restored",
  'comment.undo': 'Moderation of a comment undone',
  'comment.update': 'Comment edited',
  'document.create': 'Draft created',
  'document.delete': 'Post or page deleted for good',
  'document.preview-link': 'Preview link created',
  // Only from older releases, like `document.trash`.
  'document.publish': 'Post published',
  'document.restore': 'Post restored from the trash',
  'document.revoke-links': 'Preview links ended',
  'document.schedule': 'Post scheduled',
  'document.trash': 'Post moved to the trash',
  'document.unpublish': 'Post unpublished',
  'document.unschedule': 'Schedule canceled',
  'identity.link': 'Sign-in account linked',
  'identity.unlink': 'Sign-in account unlinked',
  'import.begin': 'Import started',
  'import.publish': 'Import made public',
  'import.remove': 'Import thrown away',
  'media.delete': 'Picture deleted',
  'passkey.add': 'Passkey added',
  'passkey.remove': 'Passkey removed',
  'post.close-comments': 'Comments closed',
  'post.create': 'Post published',
  'post.delete': 'Post moved to the trash',
  'redirect.add': 'Redirect added',
  'redirect.import': 'Redirects imported',
  'redirect.remove': 'Redirect deleted',
  'post.open-comments': 'Comments opened',
  'post.update': 'Post changed',
  'session.end': 'Signed out elsewhere',
  'settings.verifyBeforeComment': 'Email confirmation before comments changed',
  'settings.requireSecondFactor': 'Second factor for administrators changed',
  'settings.auditDays': 'Audit log retention changed',
  'settings.commentBlockList': 'Blocked words and sites changed',
  'settings.commentEditMinutes': 'Time limit for editing comments changed',
  'settings.commentHold': 'Approval of comments changed',
  'settings.commentLength': 'Maximum comment length changed',
  'settings.commentsCloseAfterDays': 'Automatic closing of comments changed',
  'settings.reportsToHold': 'Reports before a comment is held changed',
  'settings.checkPwned': 'Check against data breaches changed',
  'settings.signUpCheck': 'Sign-up check changed',
  'settings.countViews': 'Counting of views changed',
  'settings.webSubHub': 'WebSub hub changed',
  'settings.backupEvery': 'Backup schedule changed',
  'settings.exportEvery': 'Export schedule changed',
  'settings.site': 'Settings of the site changed',
  'settings.backupKeep': 'Number of backups to keep changed',
  'user.delete': 'Account deleted',
  'user.email': 'Email changed',
  'user.export': 'Data downloaded',
  'user.invite': 'Invitation sent',
  'user.join': 'Invitation accepted',
  'user.password': 'Password changed',
  'user.role': 'Role changed',
  'user.second-factor': 'Two-step verification changed',
  'user.suspend': 'Suspended',
  'user.uninvite': 'Invitation canceled',
  'user.trust': "Trust in a member's comments changed",
};

const SECOND_FACTOR: Record<string, string> = {
  on: 'Two-step verification turned on',
  off: 'Two-step verification turned off',
  'recovery-codes': 'New recovery codes',
  'recovery-code-used': 'Signed in with a recovery code',
};

export const ACTION_GROUPS = [
  { value: 'post.', label: 'Posts and pages' },
  { value: 'document.', label: 'Drafts and trash' },
  { value: 'comment.', label: 'Comments' },
  { value: 'media.', label: 'Pictures' },
  { value: 'user.', label: 'Accounts' },
  { value: 'session.', label: 'Sessions' },
  { value: 'passkey.', label: 'Passkeys' },
  { value: 'identity.', label: 'Sign-in accounts' },
  { value: 'settings.', label: 'Settings' },
  { value: 'backup.', label: 'Backups' },
] as const;

/** `isPage`: the subject is a page. */
export function actionText({ action, details }: AuditEntry, isPage = false): string {
  if (action === 'user.suspend' && details.until === null) return 'Suspension lifted';
  const change = action === 'user.second-factor' && SECOND_FACTOR[String(details.change)];
  const text = change || (ACTIONS[action] ?? action);
  return isPage ? text.replace(/^Post (?!or )/, 'Page ') : text;
}

/** Returns the label of a value that has one. */
function valueText(action: string, value: unknown): unknown {
  const labels: ReadonlyMap<unknown, string> = new Map(SCHEDULES);
  const isSchedule = action === 'settings.backupEvery' || action === 'settings.exportEvery';
  return isSchedule ? (labels.get(value) ?? value) : value;
}

/** Returns those details of an entry that are worth showing, as one line. */
export function detailsText({ action, details }: AuditEntry): string {
  const { until, reason, browser, network, sessions, added, changed } = details;
  const [from, to] = [details.from, details.to].map((value) => valueText(action, value));
  const parts = [
    from !== undefined && to !== undefined && `${from} → ${to}`,
    typeof until === 'string' && (until === FOREVER ? 'indefinitely' : `until ${exactTime(until)}`),
    reason && `reason: ${reason}`,
    browser,
    network,
    typeof sessions === 'number' && counted(sessions, 'session'),
    added !== undefined && `${added} new, ${changed} changed`,
  ];
  return parts.filter(Boolean).join(', ');
}
