import { useEffect, useRef, useState } from 'react';
import { ApiFailure } from '../../lib/api.ts';
import { Alert } from '../ui/Alert.tsx';

export type AccountField = 'username' | 'email' | 'password';

export interface FormError {
  message: string;
  field?: AccountField | undefined;
  /** Seconds until the next attempt is allowed. */
  retryAfter?: number | undefined;
}

export function toFormError(error: unknown): FormError {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ApiFailure)) return { message };
  const { status, retryAfter } = error;
  return {
    message,
    field: status === 400 || status === 409 ? fieldIn(message) : undefined,
    retryAfter: status === 429 ? retryAfter : undefined,
  };
}

/** Whether the password was right, and the account has a second factor. */
export function asksForCode(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'second_factor';
}

/** The server's messages start with the name of the field. */
function fieldIn(message: string): AccountField | undefined {
  const name = /^(?:this )?(username|e-?mail|password)\b/i.exec(message)?.[1]?.toLowerCase();
  if (name === undefined) return undefined;
  return name === 'username' || name === 'password' ? name : 'email';
}

/** Submits a form once at a time and keeps its error. `onError` is called with each new error. */
export function useSubmit(onError: (error: FormError) => void) {
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<FormError | null>(null);

  const reject = (reason: FormError) => {
    setError(reason);
    onError(reason);
  };
  const submit = async (send: () => Promise<void>) => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setError(null);
    try {
      await send();
    } catch (thrown) {
      reject(toFormError(thrown));
    }
    sending.current = false;
    setBusy(false);
  };
  return { busy, error, submit, reject, clear: () => setError(null) };
}

export function FormAlert({ id, error }: { id: string; error: FormError | null }) {
  if (!error) return null;
  return (
    <div id={id} className="mt-4">
      <Alert>
        {error.message}
        {error.retryAfter !== undefined && <TimeLeft seconds={error.retryAfter} />}
      </Alert>
    </div>
  );
}

/** Returns how many of these seconds are left since the component was mounted. */
export function useSecondsLeft(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const until = Date.now() + seconds * 1000;
    const show = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    show();
    const timer = setInterval(show, 500);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}

/** A countdown. Hidden from screen readers, which would announce every second. */
function TimeLeft({ seconds }: { seconds: number }) {
  const left = useSecondsLeft(seconds);
  return (
    <span className="mt-1 block font-semibold tabular-nums" aria-hidden="true">
      {left > 0 ? `${clock(left)} left` : 'You can try again now.'}
    </span>
  );
}

/** 0:07, 12:30, 1:00:00 */
function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (parts[0] === 0 ? parts.slice(1) : parts)
    .map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':');
}
