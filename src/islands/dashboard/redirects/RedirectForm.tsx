import { type RefObject, type SubmitEvent, useState } from 'react';
import { call } from '../../../lib/api.ts';
import { toast } from '../../../stores/toasts.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field, FieldFrame } from '../../ui/Field.tsx';
import { requestMessage } from '../../ui/request.ts';
import { checkSession } from '../data.tsx';

const KINDS = [
  { status: 301, label: 'Permanent (301)' },
  { status: 302, label: 'Temporary (302)' },
  { status: 410, label: 'The page is gone (410)' },
] as const;

interface Props {
  ref: RefObject<HTMLFormElement | null>;
  from: string;
  onFrom: (path: string) => void;
  onAdded: () => Promise<void>;
}

export function RedirectForm({ ref, from, onFrom, onAdded }: Props) {
  const [to, setTo] = useState('');
  const [status, setStatus] = useState<301 | 302 | 410>(301);
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isGone = status === 410;
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setError('');
    try {
      const body = { from, to: isGone ? null : to, status };
      await call('POST /api/redirects', { body });
      toast('The redirect has been added.');
      onFrom('');
      setTo('');
      ref.current?.querySelector<HTMLInputElement>('[name="from"]')?.focus();
      void onAdded();
    } catch (failure) {
      checkSession(failure);
      setError(requestMessage(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      ref={ref}
      className="mt-5 max-w-3xl"
      noValidate
      onSubmit={add}
      aria-label="Add a redirect"
    >
      {error !== '' && <Alert className="mb-4">{error}</Alert>}
      <div className="grid items-start gap-4 @xl:grid-cols-2">
        <Field
          label="From"
          name="from"
          placeholder="/old/page"
          maxLength={300}
          hint="A path on this site, with or without a query: /?p=12. End a path with * to match everything below it: /blog/*"
          autoCapitalize="none"
          spellCheck={false}
          value={from}
          onChange={({ target }) => onFrom(target.value)}
        />
        {!isGone && (
          <Field
            label="To"
            name="to"
            placeholder="/post/new-page"
            maxLength={2000}
            hint="A path or a URL. End it with /* to keep the rest of the address."
            autoCapitalize="none"
            spellCheck={false}
            value={to}
            onChange={({ target }) => setTo(target.value)}
          />
        )}
        <FieldFrame label="Kind">
          {(control) => (
            <select
              {...control}
              className="field"
              value={status}
              onChange={({ target }) => {
                const chosen = KINDS.find((kind) => String(kind.status) === target.value);
                if (chosen) setStatus(chosen.status);
              }}
            >
              {KINDS.map((kind) => (
                <option key={kind.status} value={kind.status}>
                  {kind.label}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
      </div>
      <Button type="submit" className="mt-4" busy={isBusy} busyLabel="Adding...">
        Add Redirect
      </Button>
    </form>
  );
}
