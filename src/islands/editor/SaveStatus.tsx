import { useSyncExternalStore } from 'react';
import type { DraftStatus } from './useDraft.ts';

interface Props {
  draft: DraftStatus;
  /** "Publishing…" while the post is being saved. */
  busy: string | null;
}

/** Says whether the changes are saved. */
export function SaveStatus({ draft, busy }: Props) {
  const isOnline = useIsOnline();
  if (draft === 'failed') {
    return (
      <p className="text-danger" role="alert">
        This browser can't save a draft. Publish before you leave.
      </p>
    );
  }
  return <p role="status">{busy ?? [isOnline ? '' : 'Offline.', TEXTS[draft]].join(' ').trim()}</p>;
}

const TEXTS = { unchanged: '', saving: 'Saving…', saved: 'Saved on this device' } as const;

function useIsOnline(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      window.addEventListener('online', onChange);
      window.addEventListener('offline', onChange);
      return () => {
        window.removeEventListener('online', onChange);
        window.removeEventListener('offline', onChange);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}
