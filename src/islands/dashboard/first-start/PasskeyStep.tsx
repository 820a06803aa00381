import { AddPasskey } from '../profile/security/AddPasskey.tsx';
import { StepActions } from './StepButtons.tsx';
import type { StepProps } from './step-props.ts';

export function PasskeyStep({ onDone, isLeaving }: StepProps) {
  return (
    <>
      <p className="mt-2 text-soft text-sm">
        A passkey on this device signs you in with your fingerprint, your face or a PIN. It works
        only on this site, so it can't be phished. You can still use your password.
      </p>
      <StepActions onSkip={onDone} isLeaving={isLeaving}>
        <AddPasskey onAdded={onDone} isFull={isLeaving} />
      </StepActions>
    </>
  );
}
