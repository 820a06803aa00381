import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { CheckField } from '../../ui/CheckField.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { Panel } from '../overview/Panel.tsx';
import type { PanelProps } from '../tabs.tsx';
import { BackupSettings } from './BackupSettings.tsx';
import { CommentSettings } from './CommentSettings.tsx';
import { EmailSettings } from './EmailSettings.tsx';
import { FeedSettings } from './FeedSettings.tsx';
import { SiteSettings } from './site/SiteSettings.tsx';
import { SECTIONS } from './site/sections.ts';
import { sectionId } from './site/site-fields.ts';
import { useSettings } from './useSettings.ts';

export function SettingsTab({ user, onRename }: PanelProps) {
  const [isPreviewing, setIsPreviewing] = useState(false);
  const others: Record<string, ReactNode> = {
    Comments: <CommentSettings userId={user._id} />,
    Accounts: <AccountSettings />,
    Email: <EmailSettings />,
    Views: <ViewSettings />,
    Feeds: <FeedSettings />,
    Backups: <BackupSettings />,
  };
  const titles = [...SECTIONS.map(({ title }) => title), 'Versions', ...Object.keys(others)];
  return (
    <section aria-labelledby="settings-title">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 id="settings-title" className="text-2xl">
          Settings
        </h1>
        <Button variant="secondary" onClick={() => setIsPreviewing(!isPreviewing)}>
          {isPreviewing ? 'Hide preview' : 'Show preview'}
        </Button>
      </div>
      <div
        className={`mt-5 ${isPreviewing ? '' : 'xl:grid xl:grid-cols-[11rem_minmax(0,1fr)] xl:gap-8'}`}
      >
        {/* The preview needs its place. */}
        {!isPreviewing && <SectionList titles={titles} />}
        <div className="grid gap-5 [&>*]:min-w-0">
          <SiteSettings userId={user._id} isPreviewing={isPreviewing} onRename={onRename} />
          {Object.entries(others).map(([title, settings]) => (
            <div key={title} id={sectionId(title)}>
              {settings}
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

/** Links to the sections, next to them on wide screens. */
function SectionList({ titles }: { titles: readonly string[] }) {
  return (
    <nav aria-label="Sections of the settings" className="hidden xl:block">
      <ul className="sticky top-20 grid max-h-[calc(100dvh-6rem)] overflow-y-auto">
        {titles.map((title) => (
          <li key={title}>
            <a
              href={`#${sectionId(title)}`}
              className="flex min-h-9 items-center rounded-lg px-3 text-muted pointer-coarse:min-h-11 text-sm hover:bg-sunken hover:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const RETENTION: [days: number, label: string][] = [
  [30, '30 days'],
  [90, '90 days'],
  [365, '1 year'],
  [730, '2 years'],
  [1825, '5 years'],
  [3650, '10 years'],
];

function AccountSettings() {
  const { settings, change } = useSettings();
  return (
    <Panel title="Accounts" query={settings} skeleton={<RowsSkeleton count={5} />}>
      {(data) => (
        <div className="space-y-2">
          <CheckField
            checked={data.requireSecondFactor}
            disabled={change.isPending}
            hint="Without one, they can only set one up. Add yours first, in your profile under Security."
            onChange={(requireSecondFactor) => change.mutate({ requireSecondFactor })}
          >
            Administrators need a passkey or two-step verification
          </CheckField>
          <CheckField
            checked={data.signUpCheck === 'always'}
            disabled={change.isPending}
            hint="A puzzle that the browser solves by itself in a few seconds. Otherwise only when there are many sign-ups."
            onChange={(on) => change.mutate({ signUpCheck: on ? 'always' : 'auto' })}
          >
            Require a check for every sign-up
          </CheckField>
          <CheckField
            checked={data.checkPwned}
            disabled={change.isPending}
            hint="Sends the first 5 characters of a hash of each new password to haveibeenpwned.com."
            onChange={(checkPwned) => change.mutate({ checkPwned })}
          >
            Check new passwords against known data breaches
          </CheckField>
          <CheckField
            checked={data.verifyBeforeComment}
            disabled={change.isPending}
            hint="They get the link when they sign up. Has no effect while the site can't send email."
            onChange={(verifyBeforeComment) => change.mutate({ verifyBeforeComment })}
          >
            Members confirm their email before they comment
          </CheckField>
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
        </div>
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

function ViewSettings() {
  const { settings, change } = useSettings();
  return (
    <Panel title="Views" query={settings} skeleton={<RowsSkeleton count={1} picture="" />}>
      {({ countViews }) => (
        <CheckField
          className="mb-2"
          checked={countViews}
          disabled={change.isPending}
          hint="Only numbers per day, post and referring site: no cookies, no addresses. Bots and people who ask not to be tracked aren't counted. What was counted stays when you turn this off."
          onChange={(on) => change.mutate({ countViews: on })}
        >
          Count how often pages are read
        </CheckField>
      )}
    </Panel>
  );
}
