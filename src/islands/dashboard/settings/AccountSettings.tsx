import { SelectField } from '../../ui/Field.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { Panel } from '../overview/Panel.tsx';
import { Switch } from './Switch.tsx';
import { useSettings } from './useSettings.ts';

/** Days that the owner can choose from. */
const RETENTION: [days: number, label: string][] = [
  [30, '30 days'],
  [90, '90 days'],
  [365, '1 year'],
  [730, '2 years'],
  [1825, '5 years'],
  [3650, '10 years'],
];

/** What the owner requires of members, and how long the audit log is kept. */
export function AccountSettings() {
  const { settings, change } = useSettings();
  return (
    <Panel title="Accounts" query={settings} skeleton={<RowsSkeleton count={5} />}>
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
            Require a check for every sign-up
          </Switch>
          <Switch
            checked={data.checkPwned}
            disabled={change.isPending}
            hint="Sends the first 5 characters of a hash of each new password to haveibeenpwned.com."
            onChange={(checkPwned) => change.mutate({ checkPwned })}
          >
            Check new passwords against known data breaches
          </Switch>
          <Switch
            checked={data.verifyBeforeComment}
            disabled={change.isPending}
            hint="They get the link when they sign up. Has no effect while the site can't send email."
            onChange={(verifyBeforeComment) => change.mutate({ verifyBeforeComment })}
          >
            Members confirm their email before they comment
          </Switch>
          <div className="mt-4 max-w-64">
            <SelectField
              label="Keep the audit log for"
              value={data.auditDays}
              disabled={change.isPending}
              onChange={({ target }) => change.mutate({ auditDays: Number(target.value) })}
            >
              {retentionWith(data.auditDays).map(([days, label]) => (
                <option key={days} value={days}>
                  {label}
                </option>
              ))}
            </SelectField>
          </div>
        </>
      )}
    </Panel>
  );
}

/** The choices, with the current one: the API accepts any number of days. */
function retentionWith(current: number): typeof RETENTION {
  if (RETENTION.some(([days]) => days === current)) return RETENTION;
  const added: typeof RETENTION = [...RETENTION, [current, `${current} days`]];
  return added.sort(([a], [b]) => a - b);
}
