import { useState } from 'react';
import type { ViewDays } from '../../../../api/contract/views.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/list-states.tsx';
import { ListSkeleton, Skeleton } from '../../ui/Skeleton.tsx';
import { barsOf } from './bars.ts';
import { CountingIsOff } from './CountingIsOff.tsx';
import { Period } from './Period.tsx';
import { PERIODS, useViews } from './useViews.ts';
import { ViewsChart } from './ViewsChart.tsx';

interface Props {
  postId: string;
  title: string;
  onClose: () => void;
}

/** The views of one post, for those who may see them. Inside `AdminData`. */
export function PostViews({ postId, title, onClose }: Props) {
  const [days, setDays] = useState<ViewDays>(30);
  const { data, isPending, isError, refetch } = useViews(days, postId);
  return (
    <Dialog open onClose={onClose} title="Views" className="max-w-2xl">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="min-w-0 font-medium [overflow-wrap:anywhere]">{title}</p>
        <Period value={days} onChange={setDays} />
      </div>
      {isPending && (
        <ListSkeleton count={1} className="">
          <Skeleton className="h-52" />
        </ListSkeleton>
      )}
      {isError && data === undefined && <ErrorState compact onRetry={() => void refetch()} />}
      {data && (
        <>
          {!data.on && <CountingIsOff />}
          {data.total === 0 ? (
            <p className="py-10 text-center text-muted text-sm">
              No views in {PERIODS[days].name}.
            </p>
          ) : (
            <ViewsChart bars={barsOf(data.days)} period={PERIODS[days].name} />
          )}
        </>
      )}
      <div className="mt-4 flex justify-end">
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
