import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { securityApi } from '../../../lib/security-api.ts';
import { toast } from '../../../stores/toasts.ts';
import { requestMessage } from '../../ui/request.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { keys } from '../data.tsx';
import { Panel } from '../overview/Panel.tsx';

/** What the owner requires of people who sign in. */
export function SignInSettings() {
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
    <Panel title="Signing in" query={settings} skeleton={<RowsSkeleton count={3} />}>
      {(data) => (
        <>
          <Switch
            checked={data.requireSecondFactor}
            disabled={change.isPending}
            hint="Without one, they can only set one up. Add yours first, in your profile under Security."
            onChange={(requireSecondFactor) => change.mutate({ requireSecondFactor })}
          >
            Administrators need a passkey or two-step verification
          </Switch>
          <Switch
            checked={data.signUpCheck === 'always'}
            disabled={change.isPending}
            hint="A puzzle that the browser solves by itself in a few seconds. Otherwise only when there are many sign-ups."
            onChange={(on) => change.mutate({ signUpCheck: on ? 'always' : 'auto' })}
          >
            Check every sign-up
          </Switch>
          <Switch
            checked={data.checkPwned}
            disabled={change.isPending}
            hint="Sends the first 5 characters of a hash of each new password to haveibeenpwned.com."
            onChange={(checkPwned) => change.mutate({ checkPwned })}
          >
            Look new passwords up in data breaches
          </Switch>
        </>
      )}
    </Panel>
  );
}

interface SwitchProps {
  checked: boolean;
  disabled: boolean;
  hint: string;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

function Switch({ checked, disabled, hint, onChange, children }: SwitchProps) {
  const hintId = useId();
  return (
    <>
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-accent"
          aria-describedby={hintId}
          checked={checked}
          disabled={disabled}
          onChange={({ target }) => onChange(target.checked)}
        />
        {children}
      </label>
      <p id={hintId} className="field-hint mb-2">
        {hint}
      </p>
    </>
  );
}
