import { useId, useState } from 'react';
import { addressOf } from '../../../../api/contract/addresses.ts';
import type { MediaPicture, PictureUse } from '../../../../api/contract/media.ts';
import { MAX_ALT_LENGTH } from '../../../../api/contract/posts.ts';
import { call } from '../../../lib/api.ts';
import { formatSize } from '../../../lib/format.ts';
import { sourcesOf } from '../../../lib/pictures.ts';
import { attempt } from '../../ui/attempt.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { requestMessage } from '../../ui/request.ts';

/** More are behind a button, so that cards stay alike. */
const FIRST_USES = 3;

interface Props {
  picture: MediaPicture;
  /** False while it isn't known where all pictures are used. */
  usesKnown: boolean;
  onDelete: () => void;
  onSaved: () => Promise<unknown>;
}

export function PictureCard({ picture, usesKnown, onDelete, onSaved }: Props) {
  const { url, name, alt, width, height, bytes, uses } = picture;
  const nameId = useId();
  return (
    <li
      tabIndex={-1}
      aria-labelledby={nameId}
      className="flex min-w-0 flex-col overflow-hidden rounded-2xl border border-line"
    >
      <picture>
        {sourcesOf(picture).map(({ type, srcset }) => (
          <source key={type} type={type} srcSet={srcset} sizes="22rem" />
        ))}
        <img
          src={url}
          alt={alt}
          width={width}
          height={height}
          loading="lazy"
          className="aspect-[4/3] w-full bg-sunken object-contain"
        />
      </picture>
      <div className="flex grow flex-col gap-3 p-4">
        <div>
          <p id={nameId} className="font-mono text-xs [overflow-wrap:anywhere]">
            {name}
          </p>
          <p className="mt-1 text-muted text-xs">
            {width} × {height}, {formatSize(bytes)}
          </p>
        </div>
        <UseList picture={picture} usesKnown={usesKnown} />
        <AltForm url={url} alt={alt} onSaved={onSaved} />
        <div className="mt-auto flex flex-wrap gap-3">
          <Button
            variant="secondary"
            small
            aria-describedby={nameId}
            onClick={() => void copyAddress(url)}
          >
            Copy address
          </Button>
          {usesKnown && uses.length === 0 && (
            <Button variant="secondary" small aria-describedby={nameId} onClick={onDelete}>
              Delete
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

function UseList({
  picture: { uses, totalUses },
  usesKnown,
}: Pick<Props, 'picture' | 'usesKnown'>) {
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

function AltForm({ url, alt, onSaved }: { url: string; alt: string } & Pick<Props, 'onSaved'>) {
  const [text, setText] = useState(alt);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const isSaved = await attempt(
      () => call('PUT /api/media/alt', { body: { url, alt: text } }),
      'The description has been saved. Posts that show the picture keep theirs.',
      (error) => requestMessage(error, "The description couldn't be saved. Please try again."),
    );
    if (isSaved) await onSaved();
    setBusy(false);
  };
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        className="min-w-0 grow"
        label="Description"
        value={text}
        maxLength={MAX_ALT_LENGTH}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" variant="secondary" busy={busy} disabled={text.trim() === alt}>
        Save
      </Button>
    </form>
  );
}

async function copyAddress(url: string): Promise<void> {
  await attempt(
    () => navigator.clipboard.writeText(new URL(url, window.location.origin).href),
    'The address has been copied.',
    () => "The address couldn't be copied.",
  );
}
