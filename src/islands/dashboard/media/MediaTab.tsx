import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import type { MediaPicture } from '../../../../api/contract/media.ts';
import { counted } from '../../../lib/format.ts';
import { mediaApi } from '../../../lib/media-api.ts';
import { attempt } from '../../ui/attempt.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { Loaded, NextPage } from '../../ui/Loaded.tsx';
import { EmptyState } from '../../ui/list-states.tsx';
import { requestMessage } from '../../ui/request.ts';
import { ListSkeleton, Skeleton } from '../../ui/Skeleton.tsx';
import { keys } from '../data.tsx';
import { FilterBox, UrlFilter } from '../lists/Filter.tsx';
import { useParameter, useTextParameter } from '../lists/list-query.ts';
import { NOTHING_DELETED } from '../lists/useDeletion.ts';
import { PictureCard } from './PictureCard.tsx';
import { type Library as LoadedLibrary, useLibrary } from './use-library.ts';

const GRID = 'grid gap-5 sm:grid-cols-2 xl:grid-cols-3';
const TITLE_ID = 'media-title';

export function MediaTab() {
  const searchTerm = useTextParameter('q').trim();
  const unused = useParameter('unused', ['1']);
  const library = useLibrary(searchTerm, unused === '1');
  const heading = useRef<HTMLHeadingElement>(null);
  const { total } = library;
  return (
    <section aria-labelledby={TITLE_ID}>
      <h1 id={TITLE_ID} ref={heading} tabIndex={-1} className="text-2xl outline-none">
        Media
      </h1>
      <p className="mt-2 max-w-2xl text-muted text-sm">
        A description is used when you add the picture to a post from now on. Posts that already
        show it keep their own text.
      </p>
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <FilterBox
          label="Filter pictures"
          placeholder="File name or description"
          term={searchTerm}
        />
        <UrlFilter
          label="Use"
          name="unused"
          all="All pictures"
          value={unused}
          choices={[{ value: '1', label: 'Unused pictures' }]}
        />
      </div>
      <p role="status" className="mt-3 mb-4 min-h-[1.5em] text-muted text-sm">
        {library.isSuccess && total > 0 && counted(total, 'picture')}
      </p>
      {!library.usesKnown && <UsesUnknown />}
      <Loaded query={library} skeleton={<CardsSkeleton />} title="The pictures couldn't be loaded">
        {() => (
          <Pictures
            library={library}
            isFiltered={searchTerm !== '' || unused !== ''}
            heading={heading}
          />
        )}
      </Loaded>
    </section>
  );
}

interface PicturesProps {
  library: LoadedLibrary;
  isFiltered: boolean;
  heading: RefObject<HTMLElement | null>;
}

function Pictures({ library, isFiltered, heading }: PicturesProps) {
  const [target, setTarget] = useState<MediaPicture | null>(null);
  const client = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  const remove = async () => {
    if (!target) return;
    await attempt(
      () => mediaApi.delete(target.url),
      'The picture has been deleted.',
      (error) => requestMessage(error, NOTHING_DELETED),
    );
    await client.invalidateQueries({ queryKey: keys.media });
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <>
      {library.pictures.length === 0 && <NoPictures isFiltered={isFiltered} />}
      <ul ref={list} className={GRID}>
        {library.pictures.map((picture) => (
          <PictureCard
            key={picture.url}
            picture={picture}
            usesKnown={library.usesKnown}
            onDelete={() => setTarget(picture)}
            onSaved={() => client.invalidateQueries({ queryKey: keys.media })}
          />
        ))}
      </ul>
      <NextPage query={library} label="Load More Pictures" noun="pictures" list={list} />
      <ConfirmDialog
        open={target !== null}
        title="Are you sure you want to delete this picture?"
        onConfirm={remove}
        onClose={() => setTarget(null)}
      >
        <p className="[overflow-wrap:anywhere]">{target?.name}</p>
        <p className="mt-2">It can't be restored.</p>
      </ConfirmDialog>
    </>
  );
}

function UsesUnknown() {
  return (
    <p className="mb-4 rounded-xl border border-line bg-sunken p-4 text-sm">
      After the update, Inkwell is still finding out where pictures are used. Until then, no picture
      can be deleted, and unused ones can't be listed.
    </p>
  );
}

function CardsSkeleton() {
  return (
    <ListSkeleton count={6} className={GRID}>
      <div className="overflow-hidden rounded-2xl border border-line">
        <Skeleton className="aspect-[4/3] w-full rounded-none" />
        <div className="p-4">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="mt-2 h-3 w-1/3" />
          <Skeleton className="mt-5 h-11 w-full" />
        </div>
      </div>
    </ListSkeleton>
  );
}

function NoPictures({ isFiltered }: { isFiltered: boolean }) {
  const text = isFiltered
    ? 'No pictures match these filters.'
    : 'Pictures appear here when you add them to a post.';
  return <EmptyState title="No pictures found" text={text} />;
}
