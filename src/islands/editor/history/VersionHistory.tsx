import { useState } from 'react';
import type { Document, Revision, RevisionContent } from '../../../../api/contract/documents.ts';
import { Icon } from '../../../icons/Icon.tsx';
import { call } from '../../../lib/api.ts';
import { toast } from '../../../stores/toasts.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { requestMessage } from '../../ui/request.ts';
import { Loading } from '../problems.tsx';
import { useLoad } from '../useLoad.ts';
import { Timeline } from './Timeline.tsx';
import { VersionName } from './VersionName.tsx';
import { VersionView } from './VersionView.tsx';

interface Props {
  document: Document;
  /** Saves pending changes first. */
  flush(): Promise<Document>;
  onDocument(next: Document): void;
  onClose(): void;
}

export function VersionHistory(props: Props) {
  return (
    <Dialog open onClose={props.onClose} title="Version history" className="version-history">
      {/* On a phone, there is hardly anything outside the dialog to tap. */}
      <button
        type="button"
        className="icon-btn absolute top-4 right-4"
        aria-label="Close"
        onClick={props.onClose}
      >
        <Icon name="x" size={20} />
      </button>
      <History {...props} />
    </Dialog>
  );
}

function History({ document, flush, onDocument, onClose }: Props) {
  const [chosen, setChosen] = useState<number | null>(null);
  const request = useLoad(async (signal) => {
    const current = await flush();
    const { revisions } = await call('GET /api/document/revisions/:id', {
      id: current._id,
      signal,
    });
    return { current, revisions };
  });
  return (
    <Loading request={request} name="the versions" spinner="m-auto">
      {({ current, revisions }) => {
        const number = chosen ?? revisions[1]?.number ?? revisions[0]?.number;
        const entry = revisions.find((revision) => revision.number === number);
        return (
          <div className="version-columns">
            <Timeline
              revisions={revisions}
              current={current.revision}
              published={current.publishedRevision}
              chosen={number}
              onChoose={setChosen}
            />
            {entry && (
              <Version
                key={entry.number}
                document={document}
                current={current}
                entry={entry}
                onClose={onClose}
                onNamed={request.load}
                onRestored={onDocument}
              />
            )}
          </div>
        );
      }}
    </Loading>
  );
}

interface VersionProps {
  document: Document;
  current: Document;
  entry: Revision;
  onNamed(): void;
  onRestored(next: Document): void;
  onClose(): void;
}

function Version({ document, current, entry, onNamed, onRestored, onClose }: VersionProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const isCurrent = entry.number === current.revision;
  const request = useLoad((signal) =>
    call('GET /api/document/revisions/:id/:number', {
      id: document._id,
      number: entry.number,
      signal,
    }),
  );
  const restore = async (version: RevisionContent) => {
    setBusy(true);
    setProblem('');
    try {
      const { number } = version;
      const { revision } = current;
      onRestored(
        await call('POST /api/document/restorerevision/:id', {
          id: document._id,
          body: { number, revision },
        }),
      );
      toast('The version is restored. Nothing is published yet.');
      onClose();
    } catch (failure) {
      setProblem(requestMessage(failure, "The version couldn't be restored. Please try again."));
      setBusy(false);
    }
  };
  return (
    <section className="version-content" aria-label="Version">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <VersionName document={document} entry={entry} onNamed={onNamed} />
        <Button
          busy={busy}
          disabled={isCurrent || !request.data}
          onClick={() => request.data && void restore(request.data)}
        >
          {isCurrent ? 'Current version' : 'Restore this version'}
        </Button>
      </div>
      {problem && <Alert className="mt-3">{problem}</Alert>}
      <Loading request={request} name="the version">
        {(version) => <VersionView version={version} current={current} />}
      </Loading>
    </section>
  );
}
