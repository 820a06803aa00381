import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from '../../../../../api/contract/users.ts';
import { Icon } from '../../../../icons/Icon.tsx';
import { call } from '../../../../lib/api.ts';
import { signOutAndClear } from '../../../../lib/sign-out.ts';
import { toast } from '../../../../stores/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { requestMessage } from '../../../ui/request.ts';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { exactTime, relativeTime } from '../../../ui/time.ts';
import { useNow } from '../../../ui/useNow.ts';
import { keys } from '../../data.tsx';

const PHONES = /Android|iOS/;

/** The browsers that are signed in to the account. One can end one of them, or all others. */
export function SessionList() {
  const [asking, setAsking] = useState<Session | 'others' | null>(null);
  const client = useQueryClient();
  const query = useQuery({
    queryKey: keys.sessions,
    queryFn: ({ signal }) => call('GET /api/user/sessions', { signal }),
    staleTime: 0,
  });
  const end = async () => {
    try {
      if (asking === 'others') toast((await call('DELETE /api/user/sessions')).message);
      else if (asking?.current) await signOutAndClear();
      else if (asking)
        toast((await call('DELETE /api/user/sessions/:id', { id: asking._id })).message);
    } catch (error) {
      toast(requestMessage(error), 'error');
    }
    void client.invalidateQueries({ queryKey: keys.sessions });
    void client.invalidateQueries({ queryKey: keys.events });
  };
  return (
    <>
      <Loaded
        compact
        query={query}
        skeleton={<RowsSkeleton count={2} />}
        title="Your sessions couldn't be loaded"
      >
        {({ sessions }) => <Sessions sessions={sessions} onEnd={setAsking} />}
      </Loaded>
      <ConfirmDialog
        open={asking !== null}
        title={asking === 'others' ? 'Sign out everywhere else?' : 'Sign out this browser?'}
        yes="Yes, sign out"
        no="Cancel"
        onConfirm={end}
        onClose={() => setAsking(null)}
      >
        {asking === 'others'
          ? 'All other browsers must sign in again.'
          : asking && `${nameOf(asking)} must sign in again.`}
      </ConfirmDialog>
    </>
  );
}

interface SessionsProps {
  sessions: Session[];
  onEnd: (session: Session | 'others') => void;
}

function Sessions({ sessions, onEnd }: SessionsProps) {
  const now = useNow();
  return (
    <>
      <ul className="border-line border-t">
        {sessions.map((session) => (
          <li key={session._id} className="flex items-center gap-4 border-line border-b py-2">
            <Icon
              name={PHONES.test(session.browser) ? 'smartphone' : 'monitor'}
              size={20}
              className="shrink-0 text-muted"
            />
            <div className="min-w-0 grow text-sm">
              <p
                id={`session-${session._id}`}
                className="flex flex-wrap gap-x-2 gap-y-1 font-medium"
              >
                {nameOf(session)}
                {session.current && <span className="chip">This browser</span>}
              </p>
              <p className="mt-0.5 text-muted text-xs">
                {session.network && `${session.network}, `}
                <time dateTime={session.lastUsedAt} title={exactTime(session.lastUsedAt)}>
                  used {relativeTime(session.lastUsedAt, now)}
                </time>
              </p>
            </div>
            <Button
              variant="quiet"
              small
              className="shrink-0"
              aria-describedby={`session-${session._id}`}
              onClick={() => onEnd(session)}
            >
              Sign Out
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-muted text-xs">
        IP addresses are shown as ranges. Times are accurate to 15 minutes.
      </p>
      {sessions.length > 1 && (
        <Button variant="secondary" small className="mt-3" onClick={() => onEnd('others')}>
          Sign out everywhere else
        </Button>
      )}
    </>
  );
}

const nameOf = ({ browser }: Session) => browser || 'Unknown browser';
