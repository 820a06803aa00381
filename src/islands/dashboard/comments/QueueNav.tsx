import { useStore } from '@nanostores/react';
import type { Queue } from '../../../../api/contract/comments.ts';
import { TabLink } from '../tabs.tsx';
import { $waiting } from '../waiting.ts';
import { QUEUE_LABELS } from './decision-texts.ts';

interface Props {
  current: Queue | '';
  /** Kept when the filter changes. */
  postId: string;
}

/** The filters by state, with the numbers of comments that wait for a decision. */
export function QueueNav({ current, postId }: Props) {
  const waiting = useStore($waiting);
  return (
    <nav aria-label="Comments by state" className="-mx-1 max-w-full overflow-x-auto p-1">
      <ul className="flex w-max gap-1">
        {Object.entries(QUEUE_LABELS).map(([queue, label]) => {
          const number = queue === 'held' || queue === 'reported' ? (waiting?.[queue] ?? 0) : 0;
          return (
            <li key={queue}>
              <TabLink
                tab="comments"
                query={{ ...(queue && { queue }), ...(postId && { postId }) }}
                aria-current={queue === current ? 'page' : undefined}
                className={`inline-flex min-h-11 items-center gap-2 whitespace-nowrap rounded-lg px-3 font-medium text-sm ${
                  queue === current
                    ? 'bg-accent-soft text-mark forced-colors:underline'
                    : 'text-soft hover:bg-sunken hover:text-ink'
                }`}
              >
                {label}
                {number > 0 && <span className="text-xs tabular-nums">{number}</span>}
              </TabLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
