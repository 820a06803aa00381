import { useMemo, useRef } from 'react';
import type { AuditEntry } from '../../../../api/contract/audit.ts';
import { call, search } from '../../../lib/api.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { exactTime } from '../../ui/time.ts';
import { ACTION_GROUPS, actionText, detailsText } from '../audit-text.ts';
import { keys } from '../data.tsx';
import { setQuery } from '../tabs.tsx';
import { ChosenFilter, UrlFilter } from './Filter.tsx';
import { ListFrame } from './ListFrame.tsx';
import { useParameter, useTextParameter } from './list-query.ts';
import { type ListSource, usePagedList } from './usePagedList.ts';

/** An entry with the names that its ids have now. */
interface NamedEntry extends AuditEntry {
  actorName: string | undefined;
  subjectName: string | undefined;
  isPage: boolean;
}

const GROUPS = ACTION_GROUPS.map(({ value }) => value);
const NEWEST_FIRST = { searchTerm: '', sortBy: 'createdAt', sort: 'desc' } as const;

export function AuditTab() {
  const action = useParameter('action', GROUPS);
  const actor = useTextParameter('actor');
  const subject = useTextParameter('subject');
  const filter = useMemo(() => ({ action, actor, subject }), [action, actor, subject]);
  const source = useMemo(
    (): ListSource<NamedEntry, 'createdAt'> => ({
      key: [...keys.audit, filter],
      async load({ startIndex, limit }, signal) {
        const query = { ...filter, startIndex, limit };
        const { entries, total, names, pages } = await call('GET /api/audit', { query, signal });
        const named = entries.map((entry) => ({
          ...entry,
          actorName: entry.actor === 'system' ? 'System' : names[entry.actor],
          subjectName: names[entry.subject],
          isPage: pages.includes(entry.subject),
        }));
        return { items: named, total };
      },
    }),
    [filter],
  );
  const loaded = usePagedList(source, NEWEST_FIRST);
  const list = useRef<HTMLUListElement>(null);
  return (
    <ListFrame
      title="Audit Log"
      action={
        <a
          className="btn btn-secondary"
          href={`/api/audit${search({ ...filter, format: 'csv' })}`}
          download
        >
          Download CSV
        </a>
      }
      noun={{ one: 'entry', many: 'entries' }}
      filters={{
        values: filter,
        controls: (
          <>
            <UrlFilter
              label="Action"
              name="action"
              all="All actions"
              value={action}
              choices={ACTION_GROUPS}
            />
            {actor !== '' && <ChosenFilter name="actor" text="One person only" />}
            {subject !== '' && <ChosenFilter name="subject" text="One item only" />}
          </>
        ),
      }}
      moreLabel="Load More"
      empty={{
        title: 'No entries found',
        text: 'Changes of posts, accounts and settings appear here, with who made them.',
      }}
      loaded={loaded}
      skeleton={<RowsSkeleton count={9} />}
      list={list}
    >
      <ul ref={list} aria-busy={loaded.isPlaceholderData} className="border-line border-t">
        {loaded.items.map((entry) => (
          <Entry key={entry._id} entry={entry} />
        ))}
      </ul>
    </ListFrame>
  );
}

function Entry({ entry }: { entry: NamedEntry }) {
  const { actor, actorName, subject, subjectName, address } = entry;
  const details = detailsText(entry);
  return (
    <li tabIndex={-1} className="border-line border-b py-3 text-sm focus-visible:-outline-offset-2">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">{actionText(entry, entry.isPage)}</span>
        {details && <span className="text-soft [overflow-wrap:anywhere]">{details}</span>}
      </p>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-muted text-xs">
        <time dateTime={entry.at}>{exactTime(entry.at)}</time>
        <span>
          By <Id name="actor" id={actor} text={actorName} />
        </span>
        {subject !== '' && subject !== actor && (
          <span>
            On <Id name="subject" id={subject} text={subjectName} />
          </span>
        )}
        {address !== '' && <span>From {address}</span>}
      </p>
    </li>
  );
}

interface IdProps {
  name: 'actor' | 'subject';
  id: string;
  /** Undefined for what was deleted. */
  text: string | undefined;
}

function Id({ name, id, text }: IdProps) {
  return (
    <button
      type="button"
      className="link min-h-11 text-left [overflow-wrap:anywhere]"
      title={`Show only entries with ${id}`}
      onClick={() => setQuery({ [name]: id })}
    >
      {text ?? <span className="font-mono">{id}</span>}
    </button>
  );
}
