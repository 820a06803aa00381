import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { MediaPicture } from '../../../../api/contract/media.ts';
import { call } from '../../../lib/api.ts';
import { attempt } from '../../ui/attempt.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { requestMessage } from '../../ui/request.ts';
import { ListSkeleton, Skeleton } from '../../ui/Skeleton.tsx';
import { keys } from '../data.tsx';
import { UrlFilter } from '../lists/Filter.tsx';
import { focusListTitle, ListFrame } from '../lists/ListFrame.tsx';
import { useParameter, useTextParameter } from '../lists/list-query.ts';
import { NOTHING_DELETED } from '../lists/useDeletion.ts';
import { PictureCard } from './PictureCard.tsx';
import { useLibrary } from './use-library.ts';

const GRID = 'grid gap-5 sm:grid-cols-2 xl:grid-cols-3';

export function MediaTab() {
  const searchTerm = useTextParameter('q').trim();
  const unused = useParameter('unused', ['1']);
  const library = useLibrary(searchTerm, unused === '1');
  const [target, setTarget] = useState<MediaPicture | null>(null);
  const client = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  const remove = async () => {
    if (!target) return;
    await attempt(
      () => call('DELETE /api/media/delete', { body: { url: target.url } }),
      'The picture has been deleted.',
      (error) => requestMessage(error, NOTHING_DELETED),
    );
    await client.invalidateQueries({ queryKey: keys.media });
    focusListTitle();
  };
  return (
    <ListFrame
      title="Media"
      intro={<Intro usesKnown={library.usesKnown} />}
      noun={{ one: 'picture', many: 'pictures' }}
      filterPlaceholder="File name or description"
      searchTerm={searchTerm}
      filters={{
        values: { unused },
        controls: (
          <UrlFilter
            label="Use"
            name="unused"
            all="All pictures"
            value={unused}
            choices={[{ value: '1', label: 'Unused pictures' }]}
          />
        ),
      }}
      moreLabel="Load More Pictures"
      empty={{
        title: 'No pictures found',
        text: 'Pictures appear here when you add them to a post.',
      }}
      loaded={library}
      skeleton={<CardsSkeleton />}
      list={list}
      below={
        <ConfirmDialog
          open={target !== null}
          title="Are you sure you want to delete this picture?"
          onConfirm={remove}
          onClose={() => setTarget(null)}
        >
          <p className="[overflow-wrap:anywhere]">{target?.name}</p>
          <p className="mt-2">It can't be restored.</p>
        </ConfirmDialog>
      }
    >
      <ul ref={list} className={GRID}>
        {library.items.map((picture) => (
          <PictureCard
            key={picture.url}
            picture={picture}
            usesKnown={library.usesKnown}
            onDelete={() => setTarget(picture)}
            onSaved={() => client.invalidateQueries({ queryKey: keys.media })}
          />
        ))}
      </ul>
    </ListFrame>
  );
}

function Intro({ usesKnown }: { usesKnown: boolean }) {
  return (
    <>
      <p className="mt-2 max-w-2xl text-muted text-sm">
        A description is used when you add the picture to a post from now on. Posts that already
        show it keep their own text.
      </p>
      {!usesKnown && (
        <p className="mt-4 rounded-xl border border-line bg-sunken p-4 text-sm">
          After the update, Inkwell is still finding out where pictures are used. Until then, no
          picture can be deleted, and unused ones can't be listed.
        </p>
      )}
    </>
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
