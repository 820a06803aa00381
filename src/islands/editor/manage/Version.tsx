import { type SubmitEvent, useState } from 'react';
import type { Document, Revision } from '../../../../api/contract/documents.ts';
import { MAX_VERSION_NAME_LENGTH } from '../../../../api/contract/documents.ts';
import { documentsApi } from '../../../lib/documents-api.ts';
import { toast } from '../../../stores/toasts.ts';
import { Button, Spinner } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { requestMessage } from '../../ui/request.ts';
import { exactTime } from '../../ui/time.ts';
import { LoadFailure } from '../problems.tsx';
import type { DocumentForm } from '../useDocumentForm.ts';
import { useLoad } from '../useLoad.ts';
import type { Manage } from './useManage.tsx';

interface Props {
  document: Document;
  revision: Revision;
  isCurrent: boolean;
  form: DocumentForm;
  manage: Manage;
  onNamed: () => void;
}

/** A version next to the current one, and what can be done with it. */
export function Version({ document, revision, isCurrent, form, manage, onNamed }: Props) {
  const { number, createdAt } = revision;
  const { data, error, load } = useLoad(async (signal) => {
    const [version, { Comparison }] = await Promise.all([
      documentsApi.revision(document._id, number, { signal }),
      import('../Comparison.tsx'),
    ]);
    return { version, Comparison };
  });
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const restore = async () => {
    setIsBusy(true);
    try {
      await manage.restoreVersion(number);
      toast('The version is restored. Nothing was published.');
      manage.close();
    } catch (failure) {
      setProblem(requestMessage(failure));
      setIsBusy(false);
    }
  };
  if (error !== undefined) {
    const title = 'The version could not be loaded';
    return <LoadFailure title={title} error={error} onSignIn={form.signIn} onRetry={load} />;
  }
  if (!data) return <Spinner label="Loading the version" className="my-8" />;
  const { version, Comparison } = data;
  return (
    <div className="history-version">
      <p className="text-muted text-sm">{exactTime(createdAt)}</p>
      <section
        aria-label="The two versions"
        className="history-comparison"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable with the keyboard
        tabIndex={0}
      >
        <Comparison theirs={version} mine={document} names={['This version', 'Current version']} />
      </section>
      {problem && (
        <p role="alert" className="field-error">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Naming document={document} revision={revision} onNamed={onNamed} />
        {!isCurrent && (
          <Button busy={isBusy} className="max-sm:w-full" onClick={() => void restore()}>
            Restore this version
          </Button>
        )}
      </div>
    </div>
  );
}

function Naming({ document, revision, onNamed }: Pick<Props, 'document' | 'revision' | 'onNamed'>) {
  const [name, setName] = useState(revision.name);
  const [problem, setProblem] = useState('');
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      await documentsApi.nameRevision(document._id, revision.number, name.trim());
      onNamed();
    } catch (failure) {
      setProblem(requestMessage(failure));
    }
  };
  return (
    <form className="flex items-end gap-2" onSubmit={(event) => void submit(event)}>
      <Field
        label="Name of this version"
        maxLength={MAX_VERSION_NAME_LENGTH}
        value={name}
        error={problem}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" variant="secondary" disabled={name.trim() === revision.name}>
        Save name
      </Button>
    </form>
  );
}
