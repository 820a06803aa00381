import { useState } from 'react';
import type { ViewDays } from '../../../../api/contract/views.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { BoxSkeleton } from '../../ui/Skeleton.tsx';
import { barsOf } from './bars.ts';
import { ViewsChart } from './ViewsChart.tsx';
import { CountingIsOff, PERIODS, Period, useViews } from './views.tsx';

interface Props {
  postId: string;
  title: string;
  onClose: () => void;
}

/** The views of one post, for those who may see them. Inside `AdminData`. */
export function PostViews({ postId, title, onClose }: Props) {
  const [days, setDays] = useState<ViewDays>(30);
  return (
    <Dialog open onClose={onClose} title="Views" className="max-w-2xl">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="min-w-0 font-medium [overflow-wrap:anywhere]">{title}</p>
        <Period value={days} onChange={setDays} />
      </div>
      <Loaded compact query={useViews(days, postId)} skeleton={<BoxSkeleton className="h-52" />}>
        {(stats) => (
          <>
            {!stats.on && <CountingIsOff />}
            {stats.total === 0 ? (
              <p className="py-10 text-center text-muted text-sm">
                No views in {PERIODS[days].name}.
              </p>
            ) : (
              <ViewsChart bars={barsOf(stats.days)} period={PERIODS[days].name} />
            )}
          </>
        )}
      </Loaded>
      <div className="mt-4 flex justify-end">
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
