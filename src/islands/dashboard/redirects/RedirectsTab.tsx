import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PathRedirect } from '../../../../api/contract/redirects.ts';
import { call } from '../../../lib/api.ts';
import { keys } from '../data.tsx';
import { type Column, DeleteButton, RowDate } from '../lists/ListTable.tsx';
import { useTextParameter } from '../lists/list-query.ts';
import { ManagedList } from '../lists/ManagedList.tsx';
import type { ListSource } from '../lists/usePagedList.ts';
import { AddressTest } from './AddressTest.tsx';
import { ImportRedirects } from './ImportRedirects.tsx';
import { MissingPaths } from './MissingPaths.tsx';
import { RedirectForm } from './RedirectForm.tsx';

const SOURCE: ListSource<PathRedirect, 'createdAt'> = {
  key: keys.redirects,
  async load({ searchTerm, startIndex, limit }, signal) {
    const query = { searchTerm, startIndex, limit };
    const { redirects, total } = await call('GET /api/redirects', { query, signal });
    return { items: redirects, total };
  },
};

/** Redirects of any path, and the addresses that weren't found. */
export function RedirectsTab() {
  const client = useQueryClient();
  const [from, setFrom] = useState(useTextParameter('from'));
  const form = useRef<HTMLFormElement>(null);
  const refresh = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: keys.redirects }),
      client.invalidateQueries({ queryKey: keys.missingPaths }),
    ]);
  };
  const redirect = (path: string) => {
    setFrom(path);
    form.current?.scrollIntoView({ block: 'center' });
    form.current?.querySelector<HTMLInputElement>('[name="to"]')?.focus({ preventScroll: true });
  };
  return (
    <>
      <ManagedList
        title="Redirects"
        action={
          <div className="flex flex-wrap gap-3">
            <ImportRedirects onImported={refresh} />
            <a className="btn btn-secondary" href="/api/redirects/export" download>
              Export CSV
            </a>
          </div>
        }
        intro={
          <>
            <p className="mt-2 max-w-prose text-soft text-sm">
              A redirect sends readers from an address without a page to one that works. It never
              replaces a page. When you change the address of a post or a page, the old one
              redirects by itself.
            </p>
            <RedirectForm ref={form} from={from} onFrom={setFrom} onAdded={refresh} />
            <AddressTest />
          </>
        }
        noun={{ one: 'redirect', many: 'redirects' }}
        source={SOURCE}
        columns={COLUMNS}
        picture=""
        filterPlaceholder="Part of an address"
        moreLabel="Load More Redirects"
        empty={{ title: 'No redirects found', text: 'Add one with the form above.' }}
        deletion={{
          question: 'Are you sure you want to delete this redirect?',
          explain: ({ from: path }) => (
            <>
              <strong className="text-ink [overflow-wrap:anywhere]">{path}</strong> will lead
              nowhere.
            </>
          ),
          request: ({ _id }) => call('DELETE /api/redirects/:redirectId', { redirectId: _id }),
          done: 'The redirect has been deleted.',
          undo: {
            request: ({ from: path, to, status }) =>
              call('POST /api/redirects', { body: { from: path, to, status } }),
            done: 'The redirect is back.',
            failed: () => "The redirect couldn't be restored. Please add it again.",
          },
        }}
      />
      <MissingPaths onRedirect={redirect} />
    </>
  );
}

const KINDS = { 301: 'Permanent', 302: 'Temporary', 410: 'Gone' } as const;

const COLUMNS: Column<PathRedirect, 'createdAt'>[] = [
  {
    label: 'From',
    cell: ({ _id, from }) => (
      <span id={`redirect-${_id}`} className="font-semibold [overflow-wrap:anywhere]">
        {from}
      </span>
    ),
  },
  {
    label: 'To',
    className: 'basis-full',
    cell: ({ to }) => (
      <span className="text-soft [overflow-wrap:anywhere]">
        {to === null ? 'No page' : <span dir="ltr">{to}</span>}
      </span>
    ),
  },
  { label: 'Kind', cell: ({ status }) => <span className="text-muted">{KINDS[status]}</span> },
  {
    label: 'Uses',
    cell: ({ hits }) => (
      <span className="whitespace-nowrap text-muted">
        {hits.toLocaleString('en-US')}
        <span className="@4xl:sr-only"> {hits === 1 ? 'use' : 'uses'}</span>
      </span>
    ),
  },
  {
    label: 'Added',
    cell: ({ createdAt }) => <RowDate label="Added" date={createdAt} />,
  },
  {
    label: 'Actions',
    className: 'basis-full @xl:ml-auto @xl:basis-auto @4xl:w-px',
    cell: ({ _id }, onDelete) => (
      <DeleteButton
        className="-ml-3.5 whitespace-nowrap"
        aria-describedby={`redirect-${_id}`}
        onClick={onDelete}
      >
        Delete
      </DeleteButton>
    ),
  },
];
