import { useId, useState } from 'react';
import {
  type Document,
  type ListedPreviewLink,
  PREVIEW_DAYS,
  type PreviewLink,
} from '../../../../api/contract/documents.ts';
import { call } from '../../../lib/api.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field, SelectField } from '../../ui/Field.tsx';
import { requestMessage } from '../../ui/request.ts';
import { localTime } from '../../ui/time.ts';
import { useLoad } from '../useLoad.ts';

interface Props {
  document: Document;
  /** Saves pending changes first, so that the link shows them. */
  flush(): Promise<Document>;
  onClose(): void;
}

const DAYS = [1, 7, 30, PREVIEW_DAYS.max];

/** Creates a link that shows the draft to people without an account, and ends such links. */
export function PreviewLinkDialog({ document, flush, onClose }: Props) {
  const [days, setDays] = useState(PREVIEW_DAYS.default);
  const [link, setLink] = useState<PreviewLink | null>(null);
  const [busy, setBusy] = useState<'create' | 'revoke' | null>(null);
  const [problem, setProblem] = useState('');
  const [status, setStatus] = useState('');
  const links = useLoad((signal) =>
    call('GET /api/document/previewlink/:id', { id: document._id, signal }),
  );
  const working = links.data?.links ?? [];

  const run = async (kind: 'create' | 'revoke', work: () => Promise<void>) => {
    setBusy(kind);
    setProblem('');
    setStatus('');
    try {
      await work();
      links.load();
    } catch (error) {
      setProblem(requestMessage(error, 'Something went wrong. Please try again.'));
    }
    setBusy(null);
  };
  const create = () =>
    run('create', async () => {
      const { _id } = await flush();
      setLink(
        await call('POST /api/document/previewlink/:id', {
          id: _id,
          body: days === undefined ? {} : { days },
        }),
      );
    });
  const revoke = () =>
    run('revoke', async () => {
      await call('DELETE /api/document/previewlink/:id', { id: document._id });
      setLink(null);
      setStatus(`All preview links of this ${document.kind} have ended.`);
    });

  return (
    <Dialog open onClose={onClose} title="Share a preview">
      <p className="mt-2 text-soft text-sm">
        Until the link expires, anyone who has it can read the latest version of this draft, without
        an account. Search engines don't find it.
      </p>
      <div className="mt-4 grid gap-4">
        {link ? (
          <NewLink link={link} />
        ) : (
          <SelectField
            label="The link works for"
            value={days}
            onChange={({ target }) => setDays(Number(target.value))}
          >
            {DAYS.map((count) => (
              <option key={count} value={count}>
                {count === 1 ? '1 day' : `${count} days`}
              </option>
            ))}
          </SelectField>
        )}
        {problem && <Alert>{problem}</Alert>}
        <p role="status" className="text-muted text-sm empty:hidden">
          {status}
        </p>
        {working.length > 0 && <WorkingLinks links={working} />}
        <div className="flex flex-wrap justify-end gap-3 max-sm:[&>button]:w-full">
          {working.length > 0 && (
            <Button
              variant="danger"
              className="max-sm:order-last sm:mr-auto"
              busy={busy === 'revoke'}
              disabled={busy !== null}
              onClick={() => void revoke()}
            >
              End all links
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          {!link && (
            <Button busy={busy === 'create'} disabled={busy !== null} onClick={() => void create()}>
              Create link
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** Lists the active links and their creators. Their addresses can't be shown again. */
function WorkingLinks({ links }: { links: readonly ListedPreviewLink[] }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll the focused element
      tabIndex={0}
      className="max-h-48 overflow-y-auto border-line border-t pt-3"
    >
      <h3 id={id} className="font-semibold text-sm">
        {links.length === 1 ? '1 active link' : `${links.length} active links`}
      </h3>
      <ul className="mt-1 divide-y divide-line text-sm">
        {links.map(({ maker, createdAt, expiresAt }) => (
          <li
            key={`${createdAt} ${expiresAt}`}
            className="flex flex-wrap items-baseline justify-between gap-x-3 py-2"
          >
            <span className="break-all font-medium">{maker}</span>
            <span className="text-muted text-xs">until {localTime(expiresAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NewLink({ link }: { link: PreviewLink }) {
  const [copied, setCopied] = useState('');
  const id = useId();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link.url);
      setCopied('Copied.');
    } catch {
      setCopied("This browser doesn't allow copying here. Select the address instead.");
    }
  };
  return (
    <div>
      <div className="flex items-end gap-2">
        <Field
          label="Link"
          className="min-w-0 grow"
          readOnly
          value={link.url}
          autoFocus
          aria-describedby={id}
          onFocus={({ target }) => target.select()}
        />
        <Button variant="secondary" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <p id={id} className="field-hint">
        Works until {localTime(link.expiresAt)}. The link isn't shown again: copy it now.
      </p>
      <p role="status" className="field-hint empty:hidden">
        {copied}
      </p>
    </div>
  );
}
