import { useEffect, useState } from 'react';
import type { User } from '../../../api/contract/users.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { codeOf } from '../ui/request.ts';
import { type FormError, toFormError } from './FormAlert.tsx';
import { useFieldForm } from './useFieldForm.tsx';

interface Props {
  /** The code was right and the next page is loading. */
  leaving: boolean;
  onSignedIn: (user: User) => void;
  /** Called with a reason if the password is needed again. */
  onBack: (reason?: FormError) => void;
}

const WAYS = {
  app: {
    text: 'Enter the six-digit code from your authenticator app.',
    label: 'Code',
    other: 'Use a recovery code',
  },
  recovery: {
    text: 'Enter one of the recovery codes that you saved. Each works once.',
    label: 'Recovery code',
    other: 'Use the authenticator app',
  },
};

/** The second step of signing in to an account with two-step verification. */
export function SecondFactorForm({ leaving, onSignedIn, onBack }: Props) {
  const [way, setWay] = useState<keyof typeof WAYS>('app');
  const { form, control, alert, busy, clear } = useFieldForm({
    missing: 'Please enter the code.',
    onSubmit: (code) => send(code),
  });
  const { text, label, other } = WAYS[way];
  const field = control.ref;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the other way has another field
  useEffect(() => field.current?.focus(), [way]);

  const send = async (code: string) => {
    if (leaving) return;
    try {
      onSignedIn((await call('POST /api/auth/second-factor', { body: { code } })).user);
    } catch (thrown) {
      if (codeOf(thrown) !== 'sign_in_expired') throw thrown;
      onBack(toFormError(thrown));
    }
  };
  return (
    <form {...form}>
      <h2 className="font-sans font-semibold text-lg">Two-step verification</h2>
      <p className="mt-1 mb-5 text-soft text-sm">{text}</p>
      <Field
        key={way}
        {...control}
        label={label}
        name="code"
        inputMode={way === 'app' ? 'numeric' : 'text'}
        autoComplete={way === 'app' ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Button
        type="submit"
        className="mt-7 w-full"
        busy={busy || leaving}
        busyLabel="Checking the code..."
      >
        Continue
      </Button>
      {alert}
      <div className="mt-4 flex flex-wrap justify-between gap-x-4 text-sm">
        <button
          type="button"
          className="link min-h-11"
          onClick={() => {
            clear();
            setWay(way === 'app' ? 'recovery' : 'app');
          }}
        >
          {other}
        </button>
        <button type="button" className="link min-h-11" onClick={() => onBack()}>
          Back
        </button>
      </div>
    </form>
  );
}
