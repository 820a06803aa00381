import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  MailedKind,
  MailTime,
  NotificationPreferences,
} from '../../../../api/contract/notifications.ts';
import { includesRole, type User } from '../../../../api/contract/users.ts';
import { call } from '../../../lib/api.ts';
import { toast } from '../../../stores/toasts.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { requestMessage } from '../../ui/request.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { AdminData, keys } from '../data.tsx';
import type { PanelProps } from '../tabs.tsx';
import { ProfileNav } from './ProfileNav.tsx';

const KINDS: [MailedKind, string][] = [
  ['reply', 'Replies to your comments'],
  ['comment', 'Comments on your posts and in conversations you follow'],
  ['held', 'Your comments that are waiting for approval'],
  ['approved', 'Your comments that were approved'],
  ['removed', 'Your comments that were removed'],
  ['waiting', 'Comments that are waiting for your approval'],
];

const TIMES: [MailTime, string][] = [
  ['now', 'Right away'],
  ['daily', 'Once a day'],
  ['never', 'Never'],
];

/** When the user gets email about comments. Every choice is saved at once. */
export function NotificationsView({ user }: PanelProps) {
  return (
    <AdminData>
      <section className="max-w-xl" aria-labelledby="notifications-title">
        <h1 id="notifications-title" className="text-2xl">
          Notifications
        </h1>
        <ProfileNav current="notifications" />
        <Preferences user={user} />
      </section>
    </AdminData>
  );
}

function Preferences({ user }: { user: User }) {
  const query = useQuery({
    queryKey: keys.notificationMail,
    queryFn: ({ signal }) => call('GET /api/notifications/preferences', { signal }),
    staleTime: 0,
  });
  return (
    <div className="mt-8">
      <Loaded
        compact
        query={query}
        skeleton={<RowsSkeleton count={5} />}
        title="Your choices couldn't be loaded"
      >
        {(loaded) => <Choices loaded={loaded} user={user} />}
      </Loaded>
    </div>
  );
}

function Choices({ loaded, user }: { loaded: NotificationPreferences; user: User }) {
  const client = useQueryClient();
  const [saving, setSaving] = useState<MailedKind | null>(null);
  const kinds = KINDS.filter(([kind]) => kind !== 'waiting' || includesRole(user, 'editor'));
  const save = async (kind: MailedKind, time: MailTime) => {
    setSaving(kind);
    try {
      const saved = await call('PUT /api/notifications/preferences', { body: { [kind]: time } });
      client.setQueryData(keys.notificationMail, saved);
      toast('Saved.');
    } catch (error) {
      toast(requestMessage(error), 'error');
    }
    setSaving(null);
  };
  return (
    <>
      <MailNotice {...loaded} />
      <p className="text-soft text-sm">
        All notifications appear under the bell. Choose which ones you also get by email, and how
        soon. We send at most one email every ten minutes.
      </p>
      <div className="mt-6 grid gap-5">
        {kinds.map(([kind, label]) => (
          <SelectField
            key={kind}
            label={label}
            value={loaded.mail[kind]}
            disabled={!loaded.siteSendsMail || saving !== null}
            onChange={({ target }) => void save(kind, target.value as MailTime)}
          >
            {TIMES.map(([time, name]) => (
              <option key={time} value={time}>
                {name}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
    </>
  );
}

function MailNotice({ siteSendsMail, emailVerified }: NotificationPreferences) {
  if (!siteSendsMail) {
    return (
      <Alert tone="info" className="mb-5">
        This site doesn't send email. Your notifications still appear under the bell.
      </Alert>
    );
  }
  if (emailVerified) return null;
  return (
    <Alert tone="info" className="mb-5">
      To get these emails, please confirm your email first. You can do that in your profile.
    </Alert>
  );
}
