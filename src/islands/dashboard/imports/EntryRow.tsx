import { useId } from 'react';
import type { RehearsedEntry } from '../../../../api/contract/imports.ts';
import { ADDRESS_LINK, isOnOldSite, OldAddress } from './OldAddress.tsx';

interface Props {
  entry: RehearsedEntry;
  /** Where the rehearsed site is, without a final slash. Empty: the page is public here. */
  site: string;
}

/** The old address, the new one, and a link to both. */
export const ENTRY_COLUMNS = 'gap-x-5 @xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_5rem]';

/** A post or page: where it was, where it will be, and its notes. */
export function EntryRow({ entry, site }: Props) {
  const { id, title, kind, state, oldAddress, newAddress, notes } = entry;
  const titleId = useId();
  const url = newAddress === null ? null : site + newAddress;
  const isComparable = url !== null && site !== '' && isOnOldSite(oldAddress ?? '');
  return (
    <li
      tabIndex={-1}
      aria-labelledby={titleId}
      className="border-line border-b py-3 text-sm focus-visible:-outline-offset-2"
    >
      <div className={`grid gap-y-2 ${ENTRY_COLUMNS}`}>
        <div className="order-1 min-w-0 @xl:order-none">
          <span className="text-muted text-xs @xl:sr-only">Old address: </span>
          {oldAddress === null ? (
            <span className="text-muted">Not in the export</span>
          ) : (
            <OldAddress address={oldAddress} />
          )}
        </div>
        <div className="min-w-0">
          <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
            <span id={titleId} className="font-semibold [overflow-wrap:anywhere]">
              {title || 'Untitled'}
            </span>
            {kind === 'page' && <span className="text-muted text-xs">Page</span>}
            <span className={state === 'public' ? 'text-muted text-xs' : 'chip'}>
              {STATES[state]}
            </span>
          </p>
          {url !== null && (
            <a className={ADDRESS_LINK} href={url} target="_blank" rel="noreferrer">
              {newAddress}
            </a>
          )}
        </div>
        {isComparable && (
          <a
            className={`${ADDRESS_LINK} order-last self-start justify-self-start @xl:justify-self-end`}
            href={`${site}/?compare=${id}`}
            target="_blank"
            rel="noreferrer"
            aria-describedby={titleId}
          >
            Compare
          </a>
        )}
      </div>
      <Notes notes={notes} />
    </li>
  );
}

/** Some posts have dozens. The first ones are enough to decide whether to look at the others. */
const SHOWN = 3;

function Notes({ notes }: Pick<RehearsedEntry, 'notes'>) {
  if (notes.length === 0) return null;
  // One more isn't worth a click.
  const shown = notes.length > SHOWN + 1 ? SHOWN : notes.length;
  const items = notes.map((note, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: notes can repeat
    <li key={index} className="[overflow-wrap:anywhere]">
      {note}
    </li>
  ));
  return (
    <div className="mt-2 border-line border-l-2 pl-3 text-soft">
      <ul aria-label="Notes" className="space-y-1">
        {items.slice(0, shown)}
      </ul>
      {shown < notes.length && (
        <details className="mt-1">
          <summary className="w-fit cursor-pointer text-ink">
            {notes.length - shown} more notes
          </summary>
          <ul aria-label="More notes" className="mt-1 space-y-1">
            {items.slice(shown)}
          </ul>
        </details>
      )}
    </div>
  );
}

const STATES: Record<RehearsedEntry['state'], string> = {
  public: 'Public',
  draft: 'Draft',
  scheduled: 'Scheduled',
  'left out': 'Left out',
};
