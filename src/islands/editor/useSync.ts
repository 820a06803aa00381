import { useEffect, useRef, useState } from 'react';
import type { Document, DocumentKind } from '../../../api/contract/documents.ts';
import { DocumentSync } from './sync/document-sync.ts';
import { newClientId, server } from './sync/server.ts';
import type { SyncState } from './sync/types.ts';
import type { Values } from './sync/values.ts';

interface Options {
  kind: DocumentKind;
  document: Document | null;
  values: () => Values;
  onReplaced: (document: Document) => void;
  onSending: () => void;
  onSaved: () => void;
}

/** Saves the form on the server as it's typed, and when the page closes. */
export function useSync(options: Options): { sync: DocumentSync; state: SyncState } {
  const latest = useRef(options);
  latest.current = options;
  const listener = useRef<(state: SyncState) => void>(() => undefined);
  const [sync] = useState(
    () =>
      new DocumentSync({
        server,
        kind: options.kind,
        document: options.document,
        clientId: newClientId(),
        values: () => latest.current.values(),
        onState: (state) => listener.current(state),
        onReplaced: (document) => latest.current.onReplaced(document),
      }),
  );
  const [state, setState] = useState(sync.state);
  useEffect(() => {
    listener.current = (next) => {
      setState(next);
      if (next.status === 'saving') latest.current.onSending();
      if (next.status === 'saved' && !sync.isDirty) latest.current.onSaved();
    };
    const retry = () => sync.retry();
    const end = () => sync.end();
    window.addEventListener('online', retry);
    window.addEventListener('pagehide', end);
    // A hidden tab may be closed soon. One that is shown again may have a new session from another
    // tab.
    document.addEventListener('visibilitychange', retry);
    return () => {
      listener.current = () => undefined;
      // The user changed, or signed out: their text must not be sent later.
      sync.stop();
      window.removeEventListener('online', retry);
      window.removeEventListener('pagehide', end);
      document.removeEventListener('visibilitychange', retry);
    };
  }, [sync]);
  return { sync, state };
}
