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
import { PictureDialog } from './PictureDialog.tsx';
import { PictureTile } from './PictureTile.tsx';
import { UploadButton, UploadFailures } from './UploadPictures.tsx';
import { shortName, useLibrary } from './use-library.ts';
import { type UploadFailure, useUploads } from './useUploads.ts';

const GRID =
  'grid grid-cols-[repeat(auto-fill,minmax(min(8rem,100%),1fr))] gap-3 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] sm:gap-4';

export function MediaTab() {
  const searchTerm = useTextParameter('q').trim();
  const unused = useParameter('unused', ['1']);
  const library = useLibrary(searchTerm, unused === '1');
  const uploads = useUploads();
  const [selectedUrl, setSelectedUrl] = useState<string | null>(null);
  const selected = library.items.find(({ url }) => url === selectedUrl);
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
      action={<UploadButton {...uploads} />}
      intro={<Intro usesKnown={library.usesKnown} failures={uploads.failures} />}
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
        text: 'Upload some here, or add them to a post or page.',
      }}
      loaded={library}
      skeleton={<CardsSkeleton />}
      list={list}
      below={
        <>
          {selected && (
            <PictureDialog
              key={selected.url}
              picture={selected}
              usesKnown={library.usesKnown}
              onDelete={() => {
                setSelectedUrl(null);
                setTarget(selected);
              }}
              onSaved={() => client.invalidateQueries({ queryKey: keys.media })}
              onClose={() => setSelectedUrl(null)}
            />
          )}
          <ConfirmDialog
            open={target !== null}
            title="Are you sure you want to delete this picture?"
            onConfirm={remove}
            onClose={() => setTarget(null)}
          >
            <p className="[overflow-wrap:anywhere]">{target && shortName(target.name)}</p>
            <p className="mt-2">It can't be restored.</p>
          </ConfirmDialog>
        </>
      }
    >
      <ul ref={list} className={GRID}>
        {library.items.map((picture) => (
          <PictureTile
            key={picture.url}
            picture={picture}
            onSelect={() => setSelectedUrl(picture.url)}
          />
        ))}
      </ul>
    </ListFrame>
  );
}

interface IntroProps {
  usesKnown: boolean;
  failures: UploadFailure[];
}

function Intro({ usesKnown, failures }: IntroProps) {
  return (
    <>
      <p className="mt-2 max-w-2xl text-muted text-sm">
        A description is used when you add the picture to a post or page from now on. Those that
        already show it keep their own text.
      </p>
      <UploadFailures failures={failures} />
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
    <ListSkeleton count={12} className={GRID}>
      <div className="overflow-hidden rounded-2xl border border-line">
        <Skeleton className="aspect-[4/3] w-full rounded-none" />
        <div className="px-3 py-3">
          <Skeleton className="h-3 w-3/4" />
        </div>
      </div>
    </ListSkeleton>
  );
}
