import { useEffect } from 'react';
import type { TotpSetup } from '../../../../../api/contract/passkeys.ts';
import { call } from '../../../../lib/api.ts';
import { useFieldForm } from '../../../auth/useFieldForm.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { QrCode } from './QrCode.tsx';

interface Props {
  setup: TotpSetup;
  /** Called with the recovery codes. */
  onDone: (codes: string[]) => void;
  onCancel: () => void;
}

/** Connects an authenticator app: the QR code, the key to type, and a first code. */
export function TotpSetupForm({ setup, onDone, onCancel }: Props) {
  const { form, control, alert, busy } = useFieldForm({
    missing: 'Please enter the code.',
    onSubmit: async (code) =>
      onDone((await call('POST /api/auth/second-factor/totp', { body: { code } })).recoveryCodes),
  });
  const field = control.ref;
  useEffect(() => field.current?.focus(), [field]);
  return (
    <form {...form} className="panel px-5 py-4">
      <p className="text-soft text-sm">
        Scan this with an authenticator app, such as Google Authenticator, Aegis or your password
        manager.
      </p>
      <div className="mt-4 flex justify-center">
        <QrCode text={setup.url} />
      </div>
      <p className="mt-4 text-soft text-sm">
        Or enter this key:{' '}
        <code className="select-all rounded bg-sunken px-1.5 py-0.5 font-mono text-[0.9em] text-ink [overflow-wrap:anywhere]">
          {inGroups(setup.secret)}
        </code>
      </p>
      <Field
        {...control}
        className="mt-5"
        label="Code from the app"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="Six digits. The app shows a new code every 30 seconds."
      />
      {alert}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyLabel="Checking the code...">
          Turn on
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function inGroups(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ');
}
