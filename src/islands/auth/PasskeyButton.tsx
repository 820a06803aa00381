import type { ComponentProps } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import { Button } from '../ui/Button.tsx';

/** Uses a passkey of the user's. */
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
