import { type ReactNode, useRef } from 'react';
import type { ImportJob, RehearsalList } from '../../../../api/contract/imports.ts';
import { Loaded, NextPage } from '../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { TabLink } from '../tabs.tsx';
import { OldAddress } from './OldAddress.tsx';
import { type Report, useReport } from './useReport.ts';

interface Props {
  job: ImportJob;
}

/** Notes about users, comments, pictures and redirects. */
export function OtherNotes({ job }: Props) {
  const notes = useReport(job, 'notes');
  if (!job.summary?.notes) return null;
  return (
    <Section id="notes" title="Other notes" noun="notes" report={notes}>
      {notes.items.map(({ kind, id, what }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several notes can be about the same thing
        <Item key={index}>
          <p className="[overflow-wrap:anywhere]">{what}</p>
          <p className="flex flex-wrap gap-x-1.5 text-muted text-xs [overflow-wrap:anywhere]">
            <span>{kind}</span>
            <span className="min-w-0 font-mono">{id}</span>
          </p>
        </Item>
      ))}
    </Section>
  );
}

/** Old addresses that would lead nowhere. */
export function Unanswered({ job }: Props) {
  const isPublic = job.status === 'published';
  const addresses = useReport(job, 'unanswered');
  if (!job.summary?.unanswered) return null;
  return (
    <Section
      id="unanswered"
      title="Addresses that lead nowhere"
      intro={`These addresses of the old site lead to no page here. ${isPublic ? 'You can redirect them.' : 'Once the import is public, you can redirect them in the Redirects tab.'}`}
      noun="addresses"
      report={addresses}
    >
      {addresses.items.map((address) => (
        <Item key={address}>
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <OldAddress address={address} />
            {isPublic && (
              <TabLink
                tab="redirects"
                query={{ from: pathOf(address) }}
                className="btn btn-quiet btn-small -ml-3.5 @xl:ml-0"
                aria-label={`Redirect ${pathOf(address)}`}
              >
                Redirect…
              </TabLink>
            )}
          </div>
        </Item>
      ))}
    </Section>
  );
}

/** The part of an old address that a redirect needs. */
function pathOf(address: string): string {
  const url = URL.parse(address);
  return url ? url.pathname + url.search : address;
}

interface SectionProps<List extends RehearsalList> {
  id: string;
  title: string;
  intro?: string;
  noun: string;
  report: Report<List>;
  children: ReactNode;
}

function Section<List extends RehearsalList>(props: SectionProps<List>) {
  const { id, title, intro, noun, report, children } = props;
  const list = useRef<HTMLUListElement>(null);
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-14">
      <h2 id={`${id}-title`} className="mb-2 text-xl">
        {title}
      </h2>
      {intro && <p className="mb-4 max-w-prose text-soft text-sm">{intro}</p>}
      <Loaded
        query={report}
        skeleton={<RowsSkeleton count={3} picture="" />}
        title={`The ${noun} couldn't be loaded`}
      >
        {() => (
          <>
            <ul ref={list} className="border-line border-t">
              {children}
            </ul>
            <NextPage query={report} label="Load More" noun={noun} list={list} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Item({ children }: { children: ReactNode }) {
  return (
    <li tabIndex={-1} className="border-line border-b py-2 text-sm focus-visible:-outline-offset-2">
      {children}
    </li>
  );
}
