import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Icon } from '../../../icons/Icon.tsx';
import { call } from '../../../lib/api.ts';
import { counted } from '../../../lib/format.ts';
import { toast } from '../../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { requestMessage } from '../../ui/request.ts';
import { keys } from '../data.tsx';

export function DemoNotice() {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { data } = useQuery({
    queryKey: keys.demo,
    queryFn: ({ signal }) => call('GET /api/demo/status', { signal }),
  });
  if (!data || (data.posts === 0 && data.users === 0)) return null;

  const confirm = async () => {
    try {
      await call('POST /api/demo/remove');
      toast('The demo content has been removed.');
    } catch (error) {
      toast(requestMessage(error, "Nothing was removed: the server couldn't be reached."), 'error');
    }
    // Everything on the dashboard may have changed, even after an error.
    void client.invalidateQueries();
  };
  const what = [
    data.posts > 0 && counted(data.posts, 'post'),
    data.users > 0 && counted(data.users, 'account'),
  ]
    .filter(Boolean)
    .join(' and ');
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
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        This permanently deletes {what} with all of their comments. Demo posts that you edited stay.
      </ConfirmDialog>
    </section>
  );
}
