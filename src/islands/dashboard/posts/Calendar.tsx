import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedDocument } from '../../../../api/contract/documents.ts';
import { includesRole, type User } from '../../../../api/contract/users.ts';
import { Icon } from '../../../icons/Icon.tsx';
import { call } from '../../../lib/api.ts';
import { pageValues } from '../../../lib/page-values.ts';
import { formatTimeInZone, wallTimeOf } from '../../../lib/zones.ts';
import { Button } from '../../ui/Button.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { EmptyState } from '../../ui/list-states.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { keys } from '../data.tsx';
import {
  type CalendarMonth,
  type Day,
  dayName,
  daysOf,
  monthName,
  monthOfDay,
  shifted,
} from './month.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** The most that one call returns. */
const PAGE = 100;

interface Entry {
  post: ListedDocument;
  /** `2027-01-05`, and "9:00 AM", in the site's zone. */
  date: string;
  time: string;
}

/** The scheduled posts of a month: a grid, or a list on phones. */
export function Calendar({ user }: { user: User }) {
  return (
    <Loaded
      query={useScheduled(user)}
      skeleton={<Skeleton className="h-96" />}
      title="The scheduled posts couldn't be loaded"
    >
      {(entries) => <Month entries={entries} />}
    </Loaded>
  );
}

function Month({ entries }: { entries: readonly Entry[] }) {
  const today = wallTimeOf(new Date(), pageValues().timeZone).date;
  const [month, setMonth] = useState<CalendarMonth>(monthOfDay(today));
  const days = daysOf(month);
  const inMonth = new Set(days.filter(({ isIn }) => isIn).map(({ date }) => date));
  const shown = entries.filter(({ date }) => inMonth.has(date));
  return (
    <section aria-labelledby="calendar-month">
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <h2 id="calendar-month" className="mr-auto text-xl max-sm:basis-full" aria-live="polite">
          {monthName(month)}
        </h2>
        <Button
          small
          variant="secondary"
          aria-label="Previous month"
          onClick={() => setMonth(shifted(month, -1))}
        >
          <Icon name="chevron-down" size={16} className="rotate-90" />
        </Button>
        <Button small variant="secondary" onClick={() => setMonth(monthOfDay(today))}>
          Today
        </Button>
        <Button
          small
          variant="secondary"
          aria-label="Next month"
          onClick={() => setMonth(shifted(month, 1))}
        >
          <Icon name="chevron-down" size={16} className="-rotate-90" />
        </Button>
      </div>
      <Grid days={days} entries={entries} today={today} />
      <List entries={shown} />
      {shown.length === 0 && (
        <div className="mt-6">
          <EmptyState
            title={`Nothing is scheduled in ${monthName(month)}`}
            text="To schedule a post, open it and choose Schedule in its menu."
          />
        </div>
      )}
      <p className="field-hint mt-4">Times are in the site's time zone: {pageValues().timeZone}.</p>
    </section>
  );
}

function useScheduled(user: User) {
  const userId = includesRole(user, 'editor') ? undefined : user._id;
  return useQuery({
    queryKey: [...keys.calendar, userId ?? 'all'],
    async queryFn({ signal }): Promise<Entry[]> {
      const found: ListedDocument[] = [];
      for (;;) {
        const page = { startIndex: found.length, limit: PAGE, sort: 'asc' } as const;
        const query = { status: 'scheduled', sortBy: 'scheduledAt', userId, ...page } as const;
        const { documents } = await call('GET /api/document/getdocuments', {
          query: { ...query, content: 0 },
          signal,
        });
        found.push(...documents);
        if (documents.length < PAGE) break;
      }
      return found.flatMap((post) =>
        post.scheduledAt === null ? [] : [entryOf(post, post.scheduledAt)],
      );
    },
  });
}

function entryOf(post: ListedDocument, scheduledAt: string): Entry {
  const at = new Date(scheduledAt);
  return {
    post,
    date: wallTimeOf(at, pageValues().timeZone).date,
    time: formatTimeInZone(at, pageValues().timeZone),
  };
}

interface GridProps {
  days: readonly Day[];
  entries: readonly Entry[];
  today: string;
}

function Grid({ days, entries, today }: GridProps) {
  const weeks = Array.from({ length: days.length / 7 }, (_, week) =>
    days.slice(week * 7, week * 7 + 7),
  );
  return (
    <table className="w-full table-fixed border-collapse text-sm max-sm:hidden">
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" className="pb-2 text-left font-semibold text-muted text-xs">
              <abbr title={name} className="no-underline">
                {name.slice(0, 3)}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.date}>
            {week.map(({ date, isIn }) => (
              <td
                key={date}
                className={`h-24 border border-line p-1.5 align-top ${isIn ? '' : 'bg-sunken'}`}
                aria-current={date === today ? 'date' : undefined}
              >
                <p
                  className={`mb-1 text-xs ${date === today ? 'font-bold text-mark' : 'text-muted'}`}
                >
                  {Number(date.slice(-2))}
                </p>
                {entries
                  .filter((entry) => entry.date === date)
                  .map((entry) => (
                    <EntryLink key={entry.post._id} entry={entry} />
                  ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function List({ entries }: { entries: readonly Entry[] }) {
  const days = [...new Set(entries.map(({ date }) => date))];
  return (
    <ul className="sm:hidden">
      {days.map((day) => (
        <li key={day} className="border-line border-b py-3">
          <h3 className="font-sans font-semibold text-sm tracking-normal">{dayName(day)}</h3>
          {entries
            .filter(({ date }) => date === day)
            .map((entry) => (
              <EntryLink key={entry.post._id} entry={entry} />
            ))}
        </li>
      ))}
    </ul>
  );
}

function EntryLink({ entry: { post, time } }: { entry: Entry }) {
  return (
    <a
      href={`/update-post/${post._id}`}
      className="mb-1 block rounded-md bg-accent-soft px-1.5 py-1 text-xs leading-snug hover:underline max-sm:min-h-11 max-sm:content-center max-sm:bg-transparent max-sm:px-0 max-sm:text-base"
      title={post.title}
    >
      <span className="text-muted max-sm:mr-3 max-sm:text-sm">{time}</span>{' '}
      <span dir="auto" className="line-clamp-2 max-sm:inline [overflow-wrap:anywhere]">
        {post.title}
      </span>
    </a>
  );
}
