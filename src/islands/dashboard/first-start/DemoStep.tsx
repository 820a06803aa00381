import { useState } from 'react';
import { Loaded } from '../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { describeDemo, useDemo, useRemoveDemo } from '../overview/demo.ts';
import { StepActions, StepButtons } from './StepButtons.tsx';
import type { StepProps } from './step-props.ts';

export function DemoStep({ onDone, isLeaving }: StepProps) {
  const demo = useDemo();
  const remove = useRemoveDemo();
  const [isRemoving, setRemoving] = useState(false);
  const start = async () => {
    setRemoving(true);
    if (await remove()) onDone();
    setRemoving(false);
  };
  return (
    <>
      <Loaded compact query={demo} skeleton={<RowsSkeleton count={1} picture="" />}>
        {(counts) => (
          <p className="mt-2 text-soft text-sm">
            Your site starts with {describeDemo(counts)} that show how it works. You can keep them
            for now, and remove them on the overview later. Removing them also deletes their
            comments, and can't be undone.
          </p>
        )}
      </Loaded>
      {demo.data ? (
        <StepButtons
          label="Remove demo content"
          busyLabel="Removing..."
          busy={isRemoving}
          variant="secondary"
          skip="Keep it for now"
          onClick={start}
          onSkip={onDone}
          isLeaving={isLeaving}
        />
      ) : (
        <StepActions onSkip={onDone} isLeaving={isLeaving} />
      )}
    </>
  );
}
