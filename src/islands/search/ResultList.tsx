import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { EVERY_POST, isSameQuery } from '../../lib/search/query.ts';
import { markedParts, termWords } from '../../lib/search/words.ts';
import { PostGrid } from '../cards/PostGrid.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState, ErrorState, LoadMore, useFocusOnAdded } from '../ui/list-states.tsx';
import { ListSkeleton, Skeleton } from '../ui/Skeleton.tsx';
import type { Results } from './results.ts';

interface Props {
  results: Results;
  onRetry: () => void;
  onMore: () => void;
  onClear: () => void;
}

export function ResultList({ results, onRetry, onMore, onClear }: Props) {
  const { state, posts, query, shownBefore } = results;
  const list = useRef<HTMLUListElement>(null);
  const end = useRef<HTMLParagraphElement>(null);
  const focusNext = useFocusOnAdded(list, state === 'more', '.post-card-title a');
  const hasEnded = shownBefore > 0 && posts.length === shownBefore;
  useEffect(() => {
    if (hasEnded) end.current?.focus({ preventScroll: true });
  }, [hasEnded]);
  const words = termWords(query?.searchTerm ?? '');
  const mark = useCallback((text: string) => marked(text, words), [words]);

  if (state === 'failed') {
    return <ErrorState title="Search isn't available right now" onRetry={onRetry} />;
  }
  if (query === null) return <FirstLoad />;
  if (posts.length === 0) {
    const isSiteEmpty = isSameQuery(query, EVERY_POST) && results.startIndex === 0;
    return (
      <NoPosts
        hasTerm={query.searchTerm.trim() !== ''}
        isSiteEmpty={isSiteEmpty}
        onClear={onClear}
      />
    );
  }
  return (
    <div className="search-results" aria-busy={state === 'loading'}>
      <PostGrid ref={list} posts={posts} level={2} eager mark={mark} />
      {results.hasMore && (
        <LoadMore
          label="Show More Posts"
          busy={state === 'more'}
          disabled={state === 'loading'}
          error={state === 'stuck' && "More posts couldn't be loaded. Please try again."}
          onLoad={() => {
            focusNext();
            onMore();
          }}
        />
      )}
      {hasEnded && (
        <p ref={end} className="search-end" tabIndex={-1}>
          You've reached the end.
        </p>
      )}
    </div>
  );
}

/** Hidden, because the status above the list announces loading already. */
function FirstLoad() {
  return (
    <div className="search-first" aria-hidden="true">
      <ListSkeleton className="post-grid" label="">
        <Skeleton className="aspect-video rounded-[0.875rem]" />
        <Skeleton className="mt-5 h-6 w-24 rounded-full" />
        <Skeleton className="mt-3 h-6 w-11/12" />
        <Skeleton className="mt-3 h-4 w-full" />
        <Skeleton className="mt-2 h-4 w-2/3" />
      </ListSkeleton>
    </div>
  );
}

interface NoPostsProps {
  isSiteEmpty: boolean;
  hasTerm: boolean;
  onClear: () => void;
}

function NoPosts({ isSiteEmpty, hasTerm, onClear }: NoPostsProps) {
  if (isSiteEmpty) {
    return <EmptyState title="No posts found." text="This site has no posts yet." />;
  }
  const hint =
    'Search matches the start of words, and a post must contain all of them. Try fewer or shorter words.';
  return (
    <EmptyState title="No posts found." text={hasTerm ? hint : ''}>
      <Button variant="secondary" onClick={onClear}>
        Show all posts
      </Button>
    </EmptyState>
  );
}

function marked(text: string, words: ReturnType<typeof termWords>): ReactNode {
  return markedParts(text, words).map((part, index) =>
    part.marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are never reordered
      <mark key={index}>{part.text}</mark>
    ) : (
      part.text
    ),
  );
}
