import { type SubmitEvent, useRef, useState } from 'react';
import {
  type Document,
  PREVIEW_DAYS,
  type PreviewLink,
} from '../../../../api/contract/documents.ts';
import { documentsApi } from '../../../lib/documents-api.ts';
import { Button, Spinner } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { requestMessage } from '../../ui/request.ts';
import { LoadFailure } from '../problems.tsx';
import type { DocumentForm } from '../useDocumentForm.ts';
import { useLoad } from '../useLoad.ts';

const DATE_TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

interface Props {
  document: Document;
  form: DocumentForm;
}

/** The dialog that makes links to show the document to people without an account. */
export function SharePreview({ document, form }: Props) {
  const { data, error, load } = useLoad((signal) =>
    documentsApi.previewLinks(document._id, { signal }),
  );
  const [link, setLink] = useState<PreviewLink | null>(null);
  const [days, setDays] = useState(String(PREVIEW_DAYS.default));
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const attempt = async (work: () => Promise<void>) => {
    setIsBusy(true);
    setProblem('');
    try {
      await work();
      load();
    } catch (failure) {
      setProblem(requestMessage(failure));
    }
    setIsBusy(false);
  };
  const create = (event: SubmitEvent) => {
    event.preventDefault();
    const count = Number(days);
    if (!Number.isInteger(count) || count < 1 || count > PREVIEW_DAYS.max) {
      return setProblem(`A link works for 1 to ${PREVIEW_DAYS.max} days.`);
    }
    void attempt(async () => {
      await form.sync.flush();
      setLink(await documentsApi.createPreviewLink(document._id, count));
    });
  };
  const revoke = () =>
    void attempt(async () => {
      await documentsApi.revokePreviewLinks(document._id);
      setLink(null);
    });
  if (error !== undefined) {
    return (
      <LoadFailure
        title="The links could not be loaded"
        error={error}
        onSignIn={form.signIn}
        onRetry={load}
      />
    );
  }
  return (
    <form className="mt-2 grid gap-4" noValidate onSubmit={create}>
      <p className="text-soft text-sm">
        Anyone who has the link can read this post as it is saved, and nothing else. Search engines
        don't find it.
      </p>
      <div className="flex items-end gap-3">
        <Field
          className="grow"
          label="Days until it ends"
          type="number"
          inputMode="numeric"
          min={1}
          max={PREVIEW_DAYS.max}
          value={days}
          onChange={({ target }) => setDays(target.value)}
        />
        <Button type="submit" busy={isBusy}>
          Create link
        </Button>
      </div>
      {problem && (
        <p role="alert" className="field-error">
          {problem}
        </p>
      )}
      {link && <NewLink key={link.url} link={link} />}
      {data ? (
        <ActiveLinks links={data.links} isBusy={isBusy} onRevoke={revoke} />
      ) : (
        <Spinner label="Loading the links" />
      )}
    </form>
  );
}

function NewLink({ link }: { link: PreviewLink }) {
  const field = useRef<HTMLInputElement>(null);
  const [status, setStatus] = useState('');
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(link.url);
      setStatus('Copied.');
    } catch {
      setStatus('Press Ctrl+C or ⌘C to copy it.');
    }
  };
  return (
    <div>
      <div className="flex items-end gap-3">
        <div className="grow">
          <label htmlFor="preview-link" className="field-label">
            Link
          </label>
          <input ref={field} id="preview-link" className="field" readOnly value={link.url} />
        </div>
        <Button variant="secondary" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <p role="status" className="field-hint">
        {status || 'Copy it now: it is shown only once.'} It works until{' '}
        {DATE_TIME.format(new Date(link.expiresAt))}.
      </p>
    </div>
  );
}

interface LinksProps {
  links: readonly { expiresAt: string }[];
  isBusy: boolean;
  onRevoke: () => void;
}

function ActiveLinks({ links, isBusy, onRevoke }: LinksProps) {
  const last = links
    .map(({ expiresAt }) => expiresAt)
    .sort()
    .at(-1);
  if (last === undefined) return <p className="text-muted text-sm">No link works at the moment.</p>;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4">
      <p className="text-sm">
        {links.length === 1 ? '1 link works' : `${links.length} links work`}, until{' '}
        {DATE_TIME.format(new Date(last))} at the latest.
      </p>
      <Button small variant="danger" busy={isBusy} onClick={onRevoke}>
        Revoke all
      </Button>
    </div>
  );
}
