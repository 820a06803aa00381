import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { Button } from '../ui/Button.tsx';
import { Field, useIsHydrated } from '../ui/Field.tsx';
import { FormAlert, useSecondsLeft, useSubmit } from './FormAlert.tsx';
import { useFieldForm } from './useFieldForm.tsx';

/** By then, the mail has usually arrived. */
const RESEND_AFTER_SECONDS = 60;

interface Props {
  /** The path to open after signing in. */
  next: string;
  /** What the visitor has typed elsewhere. */
  email?: string;
  /** Leads back to what the form replaced. */
  onBack?: () => void;
}

const send = (email: string, next: string) =>
  call('POST /api/auth/emaillink', { body: { email, next } });

/** Mails a link that signs in, or creates an account without a password. */
export function EmailLinkForm({ next, email = '', onBack }: Props) {
  const [address, setAddress] = useState(email);
  const [sent, setSent] = useState(false);
  if (sent) return <CheckMail email={address} next={next} onBack={() => setSent(false)} />;
  return (
    <AskForLink
      email={address}
      next={next}
      onSent={(to) => {
        setAddress(to);
        setSent(true);
      }}
      onBack={onBack}
    />
  );
}

interface AskProps extends Props {
  onSent: (email: string) => void;
}

function AskForLink({ email, next, onSent, onBack }: AskProps) {
  const ready = useIsHydrated();
  const { form, control, alert, busy } = useFieldForm({
    missing: 'Please enter your email.',
    async onSubmit(to) {
      await send(to, next);
      onSent(to);
    },
  });
  const field = control.ref;
  const isReplacement = onBack !== undefined;
  useEffect(() => {
    // The button that opened the form is gone.
    if (isReplacement) field.current?.focus();
  }, [isReplacement, field]);
  return (
    <form {...form}>
      <p className="mb-5 text-soft">
        We'll email you a link that signs you in. If you're new here, it creates your account. You
        don't need a password.
      </p>
      <Field
        {...control}
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={email}
        required
      />
      <Button
        type="submit"
        className="mt-5 w-full"
        busy={busy}
        busyLabel="Sending..."
        disabled={!ready}
      >
        Send Link
      </Button>
      {alert}
      {onBack && (
        <p className="mt-4 text-center text-sm">
          <button type="button" className="link min-h-11" onClick={onBack}>
            Back
          </button>
        </p>
      )}
    </form>
  );
}

interface CheckProps {
  email: string;
  next: string;
  onBack: () => void;
}

function CheckMail({ email, next, onBack }: CheckProps) {
  const title = useRef<HTMLParagraphElement>(null);
  const [times, setTimes] = useState(1);
  const { busy, error, submit } = useSubmit(() => undefined);
  // The field that had the focus is gone.
  useEffect(() => title.current?.focus(), []);
  const resend = () =>
    submit(async () => {
      await send(email, next);
      setTimes(times + 1);
    });
  return (
    <>
      <p ref={title} tabIndex={-1} className="font-sans font-semibold text-lg outline-none">
        Check your email
      </p>
      <p role="status" className="mt-2 text-soft [overflow-wrap:anywhere]">
        {times === 1 ? 'We sent a link to' : 'We sent another link to'}{' '}
        <strong className="text-ink">{email}</strong>. Open it to continue, on this device or
        another one. It works once, for 30 minutes.
      </p>
      <p className="mt-2 text-muted text-sm">No email? Look in your spam folder.</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Resend key={times} busy={busy} onClick={resend} />
        <Button variant="quiet" onClick={onBack}>
          Use a different email
        </Button>
      </div>
      <FormAlert id="email-link-error" error={error} />
    </>
  );
}

function Resend({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  const left = useSecondsLeft(RESEND_AFTER_SECONDS);
  return (
    <Button
      variant="secondary"
      busy={busy}
      busyLabel="Sending..."
      disabled={left > 0}
      onClick={onClick}
    >
      <span>
        Send again
        {/* Screen readers would announce every second. */}
        {left > 0 && <span aria-hidden="true"> in {left} s</span>}
      </span>
    </Button>
  );
}
