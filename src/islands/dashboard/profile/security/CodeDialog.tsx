import { type ReactNode, type SubmitEvent, useId, useRef } from 'react';
import { Icon } from '../../../../icons/Icon.tsx';
import { PasskeyCanceled, signProof } from '../../../../lib/passkeys.ts';
import type { SecondFactorProof } from '../../../../lib/security-api.ts';
import { FormAlert, useSubmit } from '../../../auth/FormAlert.tsx';
import { Divider } from '../../../auth/ProviderSignIn.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';

interface Props {
  title: string;
  children: ReactNode;
  label: string;
  variant?: 'danger' | 'primary';
  /** Offers a passkey instead of a code. */
  hasPasskey: boolean;
  /** Makes the change. Errors that it throws are shown below the field. */
  onProof: (proof: SecondFactorProof) => Promise<void>;
  onClose: () => void;
}

/**
 * Asks for the second factor before a change of how the account signs in. Open while it is
 * rendered.
 */
export function CodeDialog(props: Props) {
  const { title, children, label, variant = 'primary', hasPasskey, onProof, onClose } = props;
  const alertId = useId();
  const field = useRef<HTMLInputElement>(null);
  const { busy, error, submit, reject } = useSubmit(() => {
    field.current?.focus();
    field.current?.select();
  });

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const code = field.current?.value.trim() ?? '';
    if (code === '') reject({ message: 'Please enter the code.' });
    else void submit(() => onProof({ code }));
  };
  const signAndSubmit = async () => {
    try {
      await onProof({ passkey: await signProof() });
    } catch (thrown) {
      if (!(thrown instanceof PasskeyCanceled)) throw thrown;
    }
  };
  return (
    <Dialog open onClose={onClose} title={title}>
      <p className="mt-2 text-soft text-sm">{children}</p>
      <form method="post" noValidate aria-busy={busy} className="mt-5" onSubmit={onSubmit}>
        <Field
          ref={field}
          label="Code"
          name="code"
          hint="From your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          errorId={error ? alertId : undefined}
        />
        <FormAlert id={alertId} error={error} />
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button variant="secondary" className="max-sm:grow" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={variant}
            className="max-sm:grow"
            busy={busy}
            busyLabel="One moment..."
          >
            {label}
          </Button>
        </div>
      </form>
      {hasPasskey && (
        <>
          <Divider>Or</Divider>
          <Button
            variant="secondary"
            className="w-full"
            disabled={busy}
            onClick={() => void submit(signAndSubmit)}
          >
            <Icon name="user-lock" size={18} />
            Use a passkey
          </Button>
        </>
      )}
    </Dialog>
  );
}
