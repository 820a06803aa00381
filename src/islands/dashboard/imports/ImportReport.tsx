import { useRef } from 'react';
import type { ImportJob } from '../../../../api/contract/imports.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { UrlFilter } from '../lists/Filter.tsx';
import { ListFrame } from '../lists/ListFrame.tsx';
import { useParameter, useTextParameter } from '../lists/list-query.ts';
import { ENTRY_COLUMNS, EntryRow } from './EntryRow.tsx';
import { PublishedPanel } from './PublishedPanel.tsx';
import { RehearsalPanel } from './RehearsalPanel.tsx';
import { OtherNotes, Unanswered } from './ReportSections.tsx';
import { useReport } from './useReport.ts';

/** The result of a finished rehearsal or import, with old and new addresses and all notes. */
export function ImportReport({ job }: { job: ImportJob }) {
  const isPublic = job.status === 'published';
  const site = (isPublic ? null : job.address)?.replace(/\/$/, '') ?? '';
  const searchTerm = useTextParameter('q').trim();
  const notes = useParameter('notes', ['1']);
  const entries = useReport(job, 'entries', { q: searchTerm, notes });
  const list = useRef<HTMLUListElement>(null);
  return (
    <ListFrame
      title="Import"
      intro={
        <>
          {isPublic ? <PublishedPanel job={job} /> : <RehearsalPanel job={job} />}
          <h2 className="mt-10 text-xl">Posts and pages</h2>
        </>
      }
      noun={{ one: 'post or page', many: 'posts and pages' }}
      filterPlaceholder="Title or address"
      searchTerm={searchTerm}
      filters={{
        values: { notes },
        controls: (
          <UrlFilter
            label="Notes"
            name="notes"
            all="All entries"
            value={notes}
            choices={[{ value: '1', label: 'Only with notes' }]}
          />
        ),
      }}
      moreLabel="Load More"
      empty={{ title: 'No posts or pages', text: 'The export has none that could be imported.' }}
      loaded={entries}
      skeleton={<RowsSkeleton count={6} picture="" />}
      list={list}
      below={
        <>
          <OtherNotes job={job} />
          <Unanswered job={job} />
        </>
      }
    >
      <div
        aria-hidden="true"
        className={`hidden pb-2 text-muted text-xs @xl:grid ${ENTRY_COLUMNS}`}
      >
        <span>On the old site</span>
        <span>Here</span>
      </div>
      <ul ref={list} className="border-line border-t">
        {entries.items.map((entry) => (
          <EntryRow key={`${entry.kind} ${entry.id}`} entry={entry} site={site} />
        ))}
      </ul>
    </ListFrame>
  );
}
