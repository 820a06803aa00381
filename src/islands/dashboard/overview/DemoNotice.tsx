import { useState } from 'react';
import { Icon } from '../../../icons/Icon.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { describeDemo, useDemo, useRemoveDemo } from './demo.ts';

export function DemoNotice() {
  const { data } = useDemo();
  const remove = useRemoveDemo();
  const [asking, setAsking] = useState(false);
  if (!data || (data.posts === 0 && data.users === 0)) return null;
  const what = describeDemo(data);
  return (
    <section
      aria-label="Demo content"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl bg-accent-soft px-5 py-3 xl:col-span-3"
    >
      <Icon name="sparkles" size={18} className="shrink-0 text-accent" />
      <p className="min-w-0 grow basis-52 text-sm">
        This site still contains demo content: {what}.
      </p>
      <Button variant="secondary" small onClick={() => setAsking(true)}>
        Remove demo content
      </Button>
      <ConfirmDialog
        open={asking}
        title="Are you sure you want to remove the demo content?"
        onConfirm={async () => void (await remove())}
        onClose={() => setAsking(false)}
      >
        This permanently deletes {what} with all of their comments. Demo posts that you edited stay.
      </ConfirmDialog>
    </section>
  );
}
