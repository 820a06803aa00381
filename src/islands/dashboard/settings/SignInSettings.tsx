import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { securityApi } from '../../../lib/security-api.ts';
import { toast } from '../../../stores/toasts.ts';
import { requestMessage } from '../../ui/request.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { keys } from '../data.tsx';
import { Panel } from '../overview/Panel.tsx';

/** What the owner requires of people who sign in. */
export function SignInSettings() {
  const hintId = useId();
  const client = useQueryClient();
  const settings = useQuery({
    queryKey: keys.settings,
    queryFn: ({ signal }) => securityApi.settings({ signal }),
  });
  const change = useMutation({
    mutationFn: securityApi.changeSettings,
    onSuccess: (changed) => {
      client.setQueryData(keys.settings, changed);
      toast('Settings saved.');
    },
    onError: (error) => toast(requestMessage(error), 'error'),
  });
  return (
    <Panel title="Signing in" query={settings} skeleton={<RowsSkeleton count={1} />}>
      {(data) => (
        <>
          <label className="flex min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-accent"
              aria-describedby={hintId}
              checked={data.requireSecondFactor}
              disabled={change.isPending}
              onChange={({ target }) => change.mutate({ requireSecondFactor: target.checked })}
            />
            Administrators need a passkey or two-step verification
          </label>
          <p id={hintId} className="field-hint">
            Without one, they can only set one up. Add yours first, in your profile under Security.
          </p>
        </>
      )}
    </Panel>
  );
}
