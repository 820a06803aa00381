import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import type { PostViewCount, ViewDays, ViewStats } from '../../../../api/contract/views.ts';
import { BoxSkeleton } from '../../ui/Skeleton.tsx';
import { Panel } from '../overview/Panel.tsx';
import { barsOf } from './bars.ts';
import { ViewsChart } from './ViewsChart.tsx';
import { CountingIsOff, PERIODS, Period, useViews } from './views.tsx';

const PostViews = lazy(async () => ({ default: (await import('./PostViews.tsx')).PostViews }));

/** How often the site is read, which posts, and where readers come from. */
export function ViewsPanel() {
  const [days, setDays] = useState<ViewDays>(30);
  return (
    <Panel
      title="Views"
      className="xl:col-span-3"
      query={useViews(days)}
      action={() => <Period value={days} onChange={setDays} />}
      skeleton={<BoxSkeleton className="h-64" />}
    >
      {(stats) => <Stats stats={stats} period={PERIODS[days].name} />}
    </Panel>
  );
}

function Stats({ stats, period }: { stats: ViewStats; period: string }) {
  if (!stats.on && stats.total === 0) return <CountingIsOff />;
  return (
    <>
      {!stats.on && <CountingIsOff />}
      <div className="grid gap-x-10 gap-y-4 *:min-w-0 lg:grid-cols-[2fr_1fr]">
        <div>
          <ViewsChart bars={barsOf(stats.days)} period={period} />
        </div>
        <div className="grid content-start gap-5 *:min-w-0 sm:max-lg:grid-cols-2 lg:pt-1">
          <MostRead posts={stats.posts} />
          <Ranking title="Readers came from" empty="No visits from other sites yet.">
            {stats.referrers.map(({ host, views }) => (
              <RankingRow key={host} views={views}>
                <span className="block truncate">{host || 'Other sites'}</span>
              </RankingRow>
            ))}
          </Ranking>
        </div>
      </div>
      <Missed searches={stats.missed} />
    </>
  );
}

/** Searches with no results. */
function Missed({ searches }: { searches: ViewStats['missed'] }) {
  if (searches.length === 0) return null;
  return (
    <details className="mt-5 border-line border-t pt-2">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-sm">
        Searches with no results
      </summary>
      <Ranking title="Search terms, by number of searches" empty="">
        {searches.map(({ words, searches: count }) => (
          <RankingRow key={words} views={count}>
            <span className="block break-words" dir="auto">
              {words}
            </span>
          </RankingRow>
        ))}
      </Ranking>
    </details>
  );
}

function MostRead({ posts }: { posts: PostViewCount[] }) {
  const [opened, setOpened] = useState<PostViewCount>();
  return (
    <>
      <Ranking title="Most read" empty="No post was read in this time.">
        {posts.map((post) => (
          <RankingRow key={post.postId} views={post.views}>
            <button
              type="button"
              className="block min-h-11 w-full truncate text-start hover:underline"
              dir="auto"
              aria-haspopup="dialog"
              onClick={() => setOpened(post)}
            >
              {post.title}
            </button>
          </RankingRow>
        ))}
      </Ranking>
      {opened && (
        <Suspense>
          <PostViews
            postId={opened.postId}
            title={opened.title}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

interface RankingProps {
  title: string;
  empty: string;
  children: ReactNode[];
}

function Ranking({ title, empty, children }: RankingProps) {
  const id = useId();
  return (
    <div>
      <h3 id={id} className="font-sans font-semibold text-sm tracking-normal">
        {title}
      </h3>
      {children.length === 0 ? (
        <p className="py-2 text-muted text-sm">{empty}</p>
      ) : (
        <ol aria-labelledby={id} className="mt-1 divide-y divide-line">
          {children}
        </ol>
      )}
    </div>
  );
}

function RankingRow({ views, children }: { views: number; children: ReactNode }) {
  return (
    <li className="flex min-h-9 items-center justify-between gap-4 text-sm">
      <span className="min-w-0 grow">{children}</span>
      <span className="tabular-nums">{views.toLocaleString('en-US')}</span>
    </li>
  );
}
