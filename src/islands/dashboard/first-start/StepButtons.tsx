import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';

interface Props extends Omit<ComponentProps<typeof Button>, 'children'> {
  label: string;
  skip?: string;
  onSkip: () => void;
  isLeaving: boolean;
}

/** The button that takes a step, and the one that skips it. */
export function StepButtons({ label, skip, onSkip, isLeaving, busy = false, ...button }: Props) {
  return (
    <StepActions skip={skip} onSkip={onSkip} isLeaving={isLeaving || busy}>
      <Button {...button} busy={busy} disabled={isLeaving}>
        {label}
      </Button>
    </StepActions>
  );
}

interface ActionsProps {
  skip?: string | undefined;
  onSkip: () => void;
  /** The next step is about to be shown, or this one is being taken. */
  isLeaving: boolean;
  children?: ReactNode;
}

export function StepActions({ skip = 'Skip', onSkip, isLeaving, children }: ActionsProps) {
  return (
    <div className="mt-6 flex flex-wrap gap-3 max-sm:*:w-full">
      {children}
      <Button variant="quiet" disabled={isLeaving} onClick={onSkip}>
        {skip}
      </Button>
    </div>
  );
}
