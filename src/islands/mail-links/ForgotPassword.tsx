import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { useFieldForm } from '../auth/useFieldForm.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Field, useIsHydrated } from '../ui/Field.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { keepsAdded, RemoveAdded } from './RemoveAdded.tsx';

/** Asks for a link and a code by mail. The code works here, on whatever device the mail is read. */
export function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <EnterCode email={sentTo} onBack={() => setSentTo(null)} />;
  return <AskForMail onSent={setSentTo} />;
}

function AskForMail({ onSent }: { onSent: (email: string) => void }) {
  const ready = useIsHydrated();
  const { form, control, alert, busy } = useFieldForm({
    missing: 'Please enter your email.',
    async onSubmit(email) {
      await call('POST /api/auth/forgot-password', { body: { email } });
      onSent(email);
    },
  });
  return (
    <form {...form}>
      <p className="mb-6 text-soft">
        Enter the email of your account. We'll send you a link for choosing a new password.
      </p>
      <Field {...control} label="Email" name="email" type="email" autoComplete="email" required />
      <Button
        type="submit"
        className="mt-7 w-full"
        busy={busy}
        busyLabel="Sending..."
        disabled={!ready}
      >
        Send Link
      </Button>
      {alert}
      <p className="mt-7 text-center text-sm">
        <a className="link inline-flex min-h-11 items-center" href="/signin">
          Back to sign in
        </a>
      </p>
    </form>
  );
}

function EnterCode({ email, onBack }: { email: string; onBack: () => void }) {
  const code = useRef<HTMLInputElement>(null);
  // The field that had the focus is gone.
  useEffect(() => code.current?.focus(), []);
  return (
    <>
      <Alert tone="info" className="mb-6">
        If there is an account for <strong>{email}</strong>, an email is on its way. Click the link
        in it, or enter its code here. Both work for 30 minutes.
      </Alert>
      <NewPasswordForm
        email={email}
        onSubmit={async (password, values) => {
          const digits = String(values.get('code') ?? '').replace(/\s/g, '');
          const reset = { email, code: digits, password, keepAddedMethods: keepsAdded(values) };
          return (await call('POST /api/auth/reset-password', { body: reset })).message;
        }}
      >
        {(errorId) => (
          <>
            <Field
              ref={code}
              label="Code"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={11}
              hint="Six digits"
              required
              errorId={errorId}
            />
            <RemoveAdded />
          </>
        )}
      </NewPasswordForm>
      <p className="mt-7 text-center text-soft text-sm">
        No email? Look in your spam folder, or{' '}
        <button type="button" className="link inline-flex min-h-11 items-center" onClick={onBack}>
          try again
        </button>
        .
      </p>
    </>
  );
}
