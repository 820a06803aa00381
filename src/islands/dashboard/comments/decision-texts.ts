import {
  type CommentState,
  type ListedComment,
  type Moderation,
  type Queue,
  REMOVED_DAYS,
} from '../../../../api/contract/comments.ts';
import { counted } from '../../../lib/format.ts';

export const ACTIONS: Record<Moderation, { label: string; done: string; key?: string }> = {
  approve: { label: 'Approve', done: 'approved', key: 'a' },
  hold: { label: 'Hold', done: 'held', key: 'h' },
  spam: { label: 'Spam', done: 'marked as spam', key: 's' },
  remove: { label: 'Remove', done: 'removed', key: 'd' },
  restore: { label: 'Restore', done: 'restored' },
};

export const STATES: Record<CommentState, { label: string; className: string }> = {
  visible: { label: 'Visible', className: 'bg-success-soft text-success' },
  held: { label: 'Waiting', className: '' },
  spam: { label: 'Spam', className: 'bg-danger-soft text-danger' },
  removed: { label: 'Removed', className: 'bg-sunken text-muted' },
};

/** The filters of the list. The empty one has visible and waiting comments. */
export const QUEUE_LABELS: Record<Queue | '', string> = {
  '': 'All',
  held: 'Waiting',
  reported: 'Reported',
  spam: 'Spam',
  removed: 'Removed',
};

/** What an empty queue says. */
export const EMPTY_QUEUES: Record<Queue, { title: string; text: string }> = {
  held: {
    title: 'No comments waiting',
    text: 'Comments that need your approval appear here. Choose which ones do in Settings.',
  },
  reported: {
    title: 'No reported comments',
    text: 'Comments that members report appear here.',
  },
  spam: {
    title: 'No spam',
    text: `Comments that you mark as spam stay here for ${REMOVED_DAYS} days.`,
  },
  removed: {
    title: 'No removed comments',
    text: `Comments that moderators removed stay here for ${REMOVED_DAYS} days.`,
  },
};

const REPORT_REASONS = {
  spam: 'spam',
  abuse: 'abuse',
  'off-topic': 'off topic',
  other: 'another reason',
} as const;

/** "3 reports: 2 spam, 1 abuse" */
export function reportsText({ reports = 0, reportReasons = {} }: ListedComment): string {
  const reasons = Object.entries(reportReasons).map(
    ([reason, number]) => `${number} ${reasonText(reason)}`,
  );
  return `${counted(reports, 'report')}: ${reasons.join(', ')}`;
}

export function reasonText(reason: string): string {
  return REPORT_REASONS[reason as keyof typeof REPORT_REASONS] ?? reason;
}
