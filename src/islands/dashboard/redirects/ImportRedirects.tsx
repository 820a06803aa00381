import { useRef, useState } from 'react';
import type { RedirectImport } from '../../../../api/contract/redirects.ts';
import { call } from '../../../lib/api.ts';
import { counted } from '../../../lib/format.ts';
import { toast } from '../../../stores/toasts.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FileInput } from '../../ui/FileInput.tsx';
import { requestMessage } from '../../ui/request.ts';
import { checkSession } from '../data.tsx';

const NOT_UTF8 = 'This file isn’t UTF-8. In your spreadsheet program, save it as “CSV UTF-8”.';

interface Chosen {
  name: string;
  csv: string;
  plan: RedirectImport;
}

/** A button that reads a CSV file, shows what importing it would change, and then imports it. */
export function ImportRedirects({ onImported }: { onImported: () => Promise<void> }) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setError('');
    try {
      await work();
    } catch (failure) {
      checkSession(failure);
      setError(failure instanceof TypeError ? NOT_UTF8 : requestMessage(failure));
    } finally {
      setBusy(false);
    }
  };
  const check = (file: File) =>
    run(async () => {
      const csv = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
      const plan = await call('POST /api/redirects/import', { body: { csv, dryRun: true } });
      setChosen({ name: file.name, csv, plan });
    });
  const apply = ({ csv }: Chosen) =>
    run(async () => {
      const done = await call('POST /api/redirects/import', { body: { csv, dryRun: false } });
      setChosen(null);
      toast(`${counted(done.added + done.changed, 'redirect')} imported.`);
      await onImported();
    });
  const close = () => {
    setChosen(null);
    setError('');
  };
  return (
    <>
      <Button
        variant="secondary"
        busy={isBusy && !chosen}
        busyLabel="Checking..."
        onClick={() => input.current?.click()}
      >
        Import CSV
      </Button>
      <FileInput
        ref={input}
        accept=".csv,text/csv"
        aria-label="CSV file with redirects"
        onFiles={([file]) => void check(file)}
      />
      <Dialog open={chosen !== null || error !== ''} onClose={close} title="Import redirects">
        {error !== '' && <Alert className="mt-4">{error}</Alert>}
        {chosen ? (
          <>
            <Plan {...chosen} />
            <div className="mt-6 flex flex-wrap justify-end gap-3">
              {/* Otherwise, the list above would get the initial focus. */}
              <Button variant="secondary" className="max-sm:grow" onClick={close} autoFocus>
                Cancel
              </Button>
              <Button
                className="max-sm:grow"
                busy={isBusy}
                busyLabel="Importing..."
                disabled={chosen.plan.added + chosen.plan.changed === 0}
                onClick={() => void apply(chosen)}
              >
                Import
              </Button>
            </div>
          </>
        ) : (
          <div className="mt-6 flex justify-end">
            <Button variant="secondary" onClick={close}>
              Close
            </Button>
          </div>
        )}
      </Dialog>
    </>
  );
}

function Plan({ name, plan: { added, changed, unchanged, refused, refusals } }: Chosen) {
  const counts = [
    ['New', added],
    ['Changed', changed],
    ['Unchanged', unchanged],
    ['Skipped', refused],
  ] as const;
  return (
    <>
      <p className="mt-2 text-soft text-sm [overflow-wrap:anywhere]">
        {name}. Nothing has been imported yet.
      </p>
      <dl className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-4">
        {counts.map(([label, count]) => (
          <div key={label} className="flex flex-col-reverse rounded-xl bg-sunken px-3 py-2">
            <dt className="text-muted text-xs">{label}</dt>
            <dd className="font-semibold text-lg">{count.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      {refused > 0 && (
        <section className="mt-5 text-sm" aria-label="Skipped lines">
          <p className="font-semibold">
            {refused === 1 ? 'This line will be skipped' : 'These lines will be skipped'}
          </p>
          <ul
            className="mt-1 max-h-56 overflow-y-auto border-line border-y"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
            tabIndex={0}
          >
            {refusals.map(({ line, from, reason }) => (
              <li key={line} className="border-line border-b py-2 last:border-b-0">
                <p className="[overflow-wrap:anywhere]">
                  <span className="text-muted">Line {line}:</span> {from || 'no address'}
                </p>
                <p className="text-soft text-xs [overflow-wrap:anywhere]">{reason}</p>
              </li>
            ))}
          </ul>
          {refused > refusals.length && (
            <p className="mt-2 text-muted text-xs">
              And {counted(refused - refusals.length, 'more line')}.
            </p>
          )}
        </section>
      )}
    </>
  );
}
