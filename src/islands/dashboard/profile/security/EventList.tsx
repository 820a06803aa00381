import { useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '../../../../../api/contract/audit.ts';
import type { User } from '../../../../../api/contract/users.ts';
import { call } from '../../../../lib/api.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { exactTime } from '../../../ui/time.ts';
import { actionText, detailsText } from '../../audit-text.ts';
import { keys } from '../../data.tsx';

export function EventList({ user }: { user: User }) {
  const query = useQuery({
    queryKey: keys.events,
    queryFn: ({ signal }) => call('GET /api/user/events', { signal }),
    staleTime: 0,
  });
  return (
    <Loaded
      compact
      query={query}
      skeleton={<RowsSkeleton count={2} />}
      title="The events couldn't be loaded"
    >
      {({ events }) => <Events events={events} user={user} />}
    </Loaded>
  );
}

function Events({ events, user }: { events: AuditEntry[]; user: User }) {
  if (events.length === 0) {
    return (
      <p className="text-muted text-sm">
        Nothing yet. Changes to your password, email and role appear here.
      </p>
    );
  }
  return (
    <ul className="border-line border-t">
      {events.map((event) => {
        const facts = [detailsText(event), actorText(event.actor, user), event.address];
        return (
          <li key={event._id} className="border-line border-b py-2.5 text-sm">
            <p className="font-medium">{actionText(event)}</p>
            <p className="mt-0.5 text-muted text-xs [overflow-wrap:anywhere]">
              <time dateTime={event.at}>{exactTime(event.at)}</time>
              {facts.filter(Boolean).map((fact) => `, ${fact}`)}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

function actorText(actor: string, { _id }: User): string {
  if (actor === _id) return '';
  return actor === 'system' ? 'by the server' : 'by an administrator';
}
