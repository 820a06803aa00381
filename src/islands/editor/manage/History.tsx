import { useState } from 'react';
import type { Document, Revision } from '../../../../api/contract/documents.ts';
import { documentsApi } from '../../../lib/documents-api.ts';
import { Spinner } from '../../ui/Button.tsx';
import { exactTime, relativeTime, useNow } from '../../ui/time.ts';
import { LoadFailure } from '../problems.tsx';
import type { DocumentForm } from '../useDocumentForm.ts';
import { useLoad } from '../useLoad.ts';
import type { Manage } from './useManage.tsx';
import { Version } from './Version.tsx';

interface Props {
  document: Document;
  form: DocumentForm;
  manage: Manage;
}

/** The dialog with the timeline of a document. */
export function History({ document, form, manage }: Props) {
  const [chosen, setChosen] = useState<number | null>(null);
  const { data, error, load } = useLoad(async (signal) => {
    // The newest entry is what the editor shows.
    await form.sync.flush().catch(() => undefined);
    return await documentsApi.revisions(document._id, { signal });
  });
  if (error !== undefined) {
    return (
      <LoadFailure
        title="The history could not be loaded"
        error={error}
        onSignIn={form.signIn}
        onRetry={load}
      />
    );
  }
  if (!data) return <Spinner label="Loading the history" className="my-8" />;
  const { revisions } = data;
  const version = revisions.find(({ number }) => number === chosen);
  return (
    <div className="history">
      <ol className="history-list" aria-label="Versions, newest first">
        {revisions.map((revision, index) => (
          <Entry
            key={revision.number}
            revision={revision}
            isCurrent={index === 0}
            isChosen={revision.number === chosen}
            onChoose={() => setChosen(revision.number)}
          />
        ))}
      </ol>
      {version ? (
        <Version
          key={version.number}
          document={document}
          revision={version}
          isCurrent={version === revisions[0]}
          form={form}
          manage={manage}
          onNamed={load}
        />
      ) : (
        <p className="history-hint">Choose a version to compare it with the current one.</p>
      )}
    </div>
  );
}

const KINDS = { auto: 'Autosave', named: 'Named', published: 'Published' };

interface EntryProps {
  revision: Revision;
  isCurrent: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function Entry({ revision, isCurrent, isChosen, onChoose }: EntryProps) {
  const now = useNow();
  const { kind, name, author, createdAt, added, removed } = revision;
  return (
    <li>
      <button
        type="button"
        className="history-entry"
        aria-pressed={isChosen}
        title={exactTime(createdAt)}
        onClick={onChoose}
      >
        <span className="font-semibold">
          {name || (isCurrent ? 'Current version' : KINDS[kind])}
        </span>
        <span className="history-size">
          <ins>+{added}</ins> <del>−{removed}</del>
          <span className="sr-only"> characters</span>
        </span>
        <span className="text-muted text-xs">
          {relativeTime(createdAt, now)} · {author ?? 'Deleted account'}
          {kind === 'published' && (name !== '' || isCurrent) && ' · Published'}
        </span>
      </button>
    </li>
  );
}
