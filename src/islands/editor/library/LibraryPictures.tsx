import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ChosenPicture, MediaPicture } from '../../../../api/contract/media.ts';
import { counted } from '../../../lib/format.ts';
import { sourcesOf } from '../../../lib/pictures.ts';
import { AdminData } from '../../dashboard/data.tsx';
import { type Library, shortName, useLibrary } from '../../dashboard/media/use-library.ts';
import { Button } from '../../ui/Button.tsx';
import { Loaded, NextPage } from '../../ui/Loaded.tsx';
import { EmptyState } from '../../ui/list-states.tsx';
import { SearchField, TYPING_MS } from '../../ui/SearchField.tsx';
import { LibrarySkeleton } from './LibrarySkeleton.tsx';

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
      <SearchField
        className="mt-4"
        label="Search pictures"
        placeholder="File name or description"
        autoFocus
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          // Enter would submit the form of the post.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <p role="status" className="mt-2 mb-3 min-h-[1.5em] text-muted text-sm">
        {library.isSuccess && total > 0 && counted(total, 'picture')}
      </p>
      <Loaded
        query={library}
        skeleton={<LibrarySkeleton />}
        title="The pictures couldn't be loaded"
      >
        {() => <Pictures library={library} isFiltered={term !== ''} onChoose={onChoose} />}
      </Loaded>
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

interface PicturesProps extends Pick<Props, 'onChoose'> {
  library: Library;
  isFiltered: boolean;
}

function Pictures({ library, isFiltered, onChoose }: PicturesProps) {
  const list = useRef<HTMLUListElement>(null);
  if (library.items.length === 0) {
    const text = isFiltered
      ? 'No pictures match this search.'
      : 'Pictures appear here once you have uploaded some.';
    return <EmptyState title="No pictures found" text={text} />;
  }
  return (
    <>
      <ul ref={list} className="library-grid" onKeyDown={moveFocus}>
        {library.items.map((picture) => (
          <li key={picture.url}>
            <PictureButton picture={picture} onClick={() => onChoose(picture)} />
          </li>
        ))}
      </ul>
      <NextPage
        query={library}
        label="Load More Pictures"
        noun="pictures"
        list={list}
        selector="button"
      />
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
