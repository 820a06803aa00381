import type { ComponentProps } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import { Button } from '../ui/Button.tsx';

/** Asks for one of the user's passkeys. */
export function PasskeyButton({ className = '', ...button }: ComponentProps<typeof Button>) {
  return (
    <Button
      {...button}
      variant="secondary"
      className={`w-full ${className}`}
      busyLabel="Waiting for your passkey..."
    >
      <Icon name="user-lock" size={18} />
      Use a passkey
    </Button>
  );
}
