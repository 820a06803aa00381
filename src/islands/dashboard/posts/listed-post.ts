import type { DocumentStatus, ListedDocument } from '../../../../api/contract/documents.ts';
import type { Picture } from '../../../../api/contract/posts.ts';
import { pageValues } from '../../../lib/page-values.ts';
import { formatInZone } from '../../../lib/zones.ts';

export interface ListedPost extends ListedDocument {
  picture?: Picture | undefined;
}

export const STATUSES = [
  { value: 'draft', label: 'Drafts' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'published', label: 'Published' },
  { value: 'changed', label: 'With unpublished changes' },
  { value: 'unpublished', label: 'Unpublished' },
  { value: 'trashed', label: 'In the trash' },
] as const satisfies { value: DocumentStatus; label: string }[];

const TEXTS: Record<DocumentStatus, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  changed: 'Published · unpublished changes',
  unpublished: 'Unpublished',
  trashed: 'In the trash',
};

export function statusText({
  status,
  scheduledAt,
}: Pick<ListedDocument, 'status' | 'scheduledAt'>): string {
  if (status !== 'scheduled' || scheduledAt === null) return TEXTS[status];
  return `Scheduled for ${formatInZone(new Date(scheduledAt), pageValues().timeZone)}`;
}
