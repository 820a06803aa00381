import type { ReactNode } from 'react';
import { Alert } from '../ui/Alert.tsx';
import { Button, Spinner } from '../ui/Button.tsx';
import type { UnusableLink } from './useLink.ts';

interface Props {
  link: UnusableLink;
  onRetry: () => void;
  /** Where to go when the link can't be used. */
  children: ReactNode;
}

/** Shown instead of a page's button while its link is checked, or if it can't be used. */
export function LinkState({ link, onRetry, children }: Props) {
  if (link.state === 'checking') return <Spinner label="Checking the link..." />;
  return (
    <>
      <Alert>{link.message}</Alert>
      <div className="mt-5 grid gap-5">
        {link.state === 'unreachable' ? (
          <Button variant="secondary" onClick={onRetry}>
            Try again
          </Button>
        ) : (
          children
        )}
      </div>
    </>
  );
}
