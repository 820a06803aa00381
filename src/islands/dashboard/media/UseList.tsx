import { addressOf } from '../../../../api/contract/addresses.ts';
import type { MediaPicture, PictureUse } from '../../../../api/contract/media.ts';

/** More are behind a button, so that the details stay short. */
const FIRST_USES = 3;

interface Props {
  picture: Pick<MediaPicture, 'uses' | 'totalUses'>;
  /** False while it isn't known where all pictures are used. */
  usesKnown: boolean;
}

/** The posts, drafts, versions and profiles that show a picture. */
export function UseList({ picture: { uses, totalUses }, usesKnown }: Props) {
  if (uses.length === 0) {
    return (
      <p className="text-muted text-sm">
        {usesKnown ? 'Not used anywhere' : 'Looking for uses...'}
      </p>
    );
  }
  const more = uses.slice(FIRST_USES);
  const unlisted = totalUses - uses.length;
  return (
    <div className="text-sm">
      <p className="text-muted">Used in</p>
      <UseRows uses={uses.slice(0, FIRST_USES)} />
      {more.length > 0 && (
        <details>
          <summary className="cursor-pointer py-3 text-muted">
            {totalUses - FIRST_USES} more
          </summary>
          <UseRows uses={more} />
          {unlisted > 0 && <p className="py-2 text-muted">and {unlisted} others</p>}
        </details>
      )}
    </div>
  );
}

function UseRows({ uses }: { uses: PictureUse[] }) {
  return (
    <ul>
      {uses.map((use, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: uses of others have no id
          key={index}
          className="flex min-h-11 flex-wrap items-center gap-x-1.5 [overflow-wrap:anywhere]"
        >
          <Use use={use} />
        </li>
      ))}
    </ul>
  );
}

function Use({ use: { kind, id, title, slug } }: { use: PictureUse }) {
  if (kind === 'profile') return `The profile of ${title}`;
  if (kind === 'site') return 'The settings of the site';
  if (id === '') return 'A draft by someone else';
  const href = slug === undefined ? `/update-post/${id}` : addressOf(slug);
  return (
    <>
      <a className="link inline-flex min-h-11 min-w-0 items-center" href={href}>
        {title || 'Untitled'}
      </a>
      {kind === 'draft' && <span>(draft)</span>}
      {kind === 'version' && <span>(earlier version)</span>}
    </>
  );
}
