import type { Revision } from '../../../../api/contract/documents.ts';
import { localTime } from '../../ui/time.ts';

interface Props {
  revisions: readonly Revision[];
  current: number;
  published: number | null;
  chosen: number | undefined;
  onChoose(number: number): void;
}

export function Timeline({ revisions, current, published, chosen, onChoose }: Props) {
  return (
    <ol className="version-timeline" aria-label="Versions, newest first">
      {revisions.map((revision) => (
        <li key={revision.number}>
          <button
            type="button"
            className="version-entry"
            aria-pressed={revision.number === chosen}
            onClick={() => onChoose(revision.number)}
          >
            <span className="font-semibold">{revision.name || localTime(revision.createdAt)}</span>
            <span className="text-muted text-xs">
              {revision.name && `${localTime(revision.createdAt)} · `}
              {revision.author ?? 'Deleted account'} · <Size {...revision} />
            </span>
            <span className="flex flex-wrap gap-1 empty:hidden">
              {labelsOf(revision, { current, published }).map((label) => (
                <span key={label} className="version-label">
                  {label}
                </span>
              ))}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function Size({ added, removed }: Pick<Revision, 'added' | 'removed'>) {
  if (added === 0 && removed === 0) return 'same text';
  return (
    <>
      <span className="sr-only">
        {added} characters added, {removed} removed
      </span>
      <span aria-hidden="true">
        {added > 0 && `+${added.toLocaleString('en-US')}`}{' '}
        {removed > 0 && `−${removed.toLocaleString('en-US')}`}
      </span>
    </>
  );
}

function labelsOf(
  { number, kind }: Revision,
  { current, published }: Pick<Props, 'current' | 'published'>,
): string[] {
  return [
    number === current ? 'Current' : '',
    number === published ? 'Public now' : kind === 'published' ? 'Published' : '',
    kind === 'named' ? 'Named' : '',
  ].filter(Boolean);
}
