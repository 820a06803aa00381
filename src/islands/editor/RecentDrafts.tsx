import { useEffect } from 'react';
import type { DocumentKind } from '../../../api/contract/documents.ts';
import { call } from '../../lib/api.ts';
import { Lazy } from '../ui/Lazy.tsx';
import { useLoad } from './useLoad.ts';

const COUNT = 5;

interface Props {
  kind: DocumentKind;
  owner: string;
  /** How many of this browser's drafts the server has taken over: each adds to the list. */
  taken: number;
}

const load = () => import('./DraftList.tsx').then(({ DraftList }) => DraftList);

/** The user's latest drafts. Shows nothing if there are none. */
export function RecentDrafts({ kind, owner, taken }: Props) {
  // A list that can't be loaded isn't missed here: the dashboard has all drafts.
  const { data, refresh } = useLoad((signal) =>
    call('GET /api/document/getdocuments', {
      query: {
        kind,
        userId: owner,
        status: 'draft',
        sortBy: 'updatedAt',
        limit: COUNT,
        content: 0,
      },
      signal,
    }),
  );
  useEffect(() => {
    if (taken > 0) refresh();
  }, [taken, refresh]);
  if (!data?.documents.length) return null;
  return (
    <Lazy load={load} props={{ documents: data.documents }} name="your drafts" frame={() => null} />
  );
}
