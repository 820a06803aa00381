import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { ChosenPicture, MediaPicture } from '../../../../api/contract/media.ts';
import { Icon } from '../../../icons/Icon.tsx';
import { sourcesOf } from '../../../lib/pictures.ts';
import { AdminData } from '../../dashboard/data.tsx';
import { type Library, useLibrary } from '../../dashboard/media/use-library.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, ErrorState, LoadMore, useFocusOnAdded } from '../../ui/list-states.tsx';
import { LibrarySkeleton } from './LibrarySkeleton.tsx';

const TYPING_MS = 250;
const MAX_TERM_LENGTH = 200;

interface Props {
  onChoose: (picture: ChosenPicture) => void;
  onClose: () => void;
}

export function LibraryPictures(props: Props) {
  return (
    <AdminData>
      <Choice {...props} />
    </AdminData>
  );
}

function Choice({ onChoose, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const term = useDelayed(typed.trim());
  const library = useLibrary(term, false);
  const { total } = library;
  return (
    <>
      <SearchField value={typed} onChange={setTyped} />
      <p role="status" className="mt-2 mb-3 min-h-[1.5em] text-muted text-sm">
        {library.isSuccess && total > 0 && `${total} ${total === 1 ? 'picture' : 'pictures'}`}
      </p>
      <Pictures library={library} isFiltered={term !== ''} onChoose={onChoose} />
      <div className="library-foot">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </>
  );
}

/** Returns a value once it hasn't changed for a moment. */
function useDelayed(value: string): string {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return delayed;
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <search className="relative mt-4 block">
      <label htmlFor={id} className="sr-only">
        Search pictures
      </label>
      <Icon
        name="search"
        size={18}
        className="pointer-events-none absolute inset-y-0 left-3.5 my-auto text-muted"
      />
      <input
        id={id}
        type="search"
        className="field pl-10.5"
        placeholder="File name or description"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_TERM_LENGTH}
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened to search
        autoFocus
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          // Enter would submit the form of the post.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
    </search>
  );
}

interface PicturesProps extends Pick<Props, 'onChoose'> {
  library: Library;
  isFiltered: boolean;
}

function Pictures({ library, isFiltered, onChoose }: PicturesProps) {
  const list = useRef<HTMLUListElement>(null);
  const focusNext = useFocusOnAdded(list, library.isFetchingNextPage, 'button');
  if (library.isPending) return <LibrarySkeleton />;
  if (library.data === undefined) {
    const retry = () => void library.refetch();
    return <ErrorState title="The pictures couldn't be loaded" onRetry={retry} />;
  }
  if (library.pictures.length === 0) {
    const text = isFiltered
      ? 'No pictures match this search.'
      : 'Pictures appear here once you have uploaded some.';
    return <EmptyState title="No pictures found" text={text} />;
  }
  return (
    <>
      <ul ref={list} className="library-grid" onKeyDown={moveFocus}>
        {library.pictures.map((picture) => (
          <li key={picture.url}>
            <PictureButton picture={picture} onClick={() => onChoose(picture)} />
          </li>
        ))}
      </ul>
      {library.hasNextPage && (
        <LoadMore
          label="Load More Pictures"
          busy={library.isFetchingNextPage}
          error={
            library.isFetchNextPageError && "More pictures couldn't be loaded. Please try again."
          }
          onLoad={() => {
            focusNext();
            void library.fetchNextPage();
          }}
        />
      )}
    </>
  );
}

function PictureButton({ picture, onClick }: { picture: MediaPicture; onClick: () => void }) {
  const { url, name, alt, width, height } = picture;
  return (
    <button type="button" className="library-picture" title={name} onClick={onClick}>
      <picture>
        {sourcesOf(picture).map(({ type, srcset }) => (
          <source key={type} type={type} srcSet={srcset} sizes="12rem" />
        ))}
        <img src={url} alt="" width={width} height={height} loading="lazy" />
      </picture>
      <span className="library-name">{alt || shortName(name)}</span>
    </button>
  );
}

/** The name as it was uploaded: `1700000000000-sunset.jpg` is "sunset.jpg". */
const shortName = (name: string) => name.replace(/^\d+-/, '');

/** The arrow keys move between the pictures, up and down by rows. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const here = buttons.find((button) => button === document.activeElement);
  if (here === undefined) return;
  const current = buttons.indexOf(here);
  const { offsetLeft, offsetTop } = here;
  const inColumn = buttons.filter((button) => button.offsetLeft === offsetLeft);
  const target = {
    ArrowLeft: buttons[current - 1],
    ArrowRight: buttons[current + 1],
    ArrowUp: inColumn.findLast((button) => button.offsetTop < offsetTop),
    ArrowDown: inColumn.find((button) => button.offsetTop > offsetTop) ?? buttons.at(-1),
    Home: buttons[0],
    End: buttons.at(-1),
  }[event.key];
  if (target === undefined) return;
  event.preventDefault();
  target.focus();
}
