import type { ReactNode } from 'react';
import type { SecondFactorProof } from '../../../../lib/passkeys.ts';
import { PasskeyCanceled, signProof } from '../../../../lib/passkeys.ts';
import { PasskeyButton } from '../../../auth/PasskeyButton.tsx';
import { Divider } from '../../../auth/ProviderSignIn.tsx';
import { useFieldForm } from '../../../auth/useFieldForm.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormButtons } from '../../../ui/FormButtons.tsx';

interface Props {
  title: string;
  children: ReactNode;
  label: string;
  variant?: 'danger' | 'primary';
  /** Offers a passkey instead of a code. */
  hasPasskey: boolean;
  /** Makes the change, after which the dialog closes. Errors that it throws are shown in it. */
  onProof: (proof: SecondFactorProof) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the second factor before a change of the ways to sign in. Open while it's rendered. */
export function CodeDialog(props: Props) {
  const { title, children, label, variant = 'primary', hasPasskey, onProof, onClose } = props;
  const { form, control, alert, busy, submit } = useFieldForm({
    missing: 'Please enter the code.',
    onSubmit: (code) => make({ code }),
  });
  const make = async (proof: SecondFactorProof) => {
    await onProof(proof);
    onClose();
  };
  const signAndSubmit = async () => {
    try {
      await make({ passkey: await signProof() });
    } catch (thrown) {
      if (!(thrown instanceof PasskeyCanceled)) throw thrown;
    }
  };
  return (
    <Dialog open onClose={onClose} title={title}>
      <p className="mt-2 text-soft text-sm">{children}</p>
      <form {...form} className="mt-5">
        <Field
          {...control}
          label="Code"
          name="code"
          hint="From your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        {alert}
        <FormButtons
          label={label}
          variant={variant}
          busy={busy}
          busyLabel="One moment..."
          onCancel={onClose}
        />
      </form>
      {hasPasskey && (
        <>
          <Divider>Or</Divider>
          <PasskeyButton disabled={busy} onClick={() => void submit(signAndSubmit)} />
        </>
      )}
    </Dialog>
  );
}
