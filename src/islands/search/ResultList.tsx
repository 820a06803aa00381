import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { markedParts, termWords } from '../../lib/search/words.ts';
import { PostGrid } from '../cards/PostGrid.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PostGridSkeleton } from '../ui/Skeleton.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import type { Results } from './useResults.ts';

interface Props {
  results: Results;
  onRetry: () => void;
  onMore: () => void;
  onClear: () => void;
}

/** The posts that were found, or why there are none. */
export function ResultList({ results, onRetry, onMore, onClear }: Props) {
  const { state, posts, query } = results;
  const list = useRef<HTMLDivElement>(null);
  useFocusOnAdded(list, results);
  const isBusy = state === 'loading' || state === 'more';
  const hasEnded = results.shownBefore > 0 && posts.length === results.shownBefore;
  const words = termWords(query?.searchTerm ?? '');
  const mark = useCallback((text: string) => marked(text, words), [words]);

  if (state === 'failed') {
    return (
      <ErrorState
        title="Search is not available right now"
        text="Please check your connection and try again."
        onRetry={onRetry}
      />
    );
  }
  if (query === null) return <FirstLoad />;
  if (posts.length === 0) return <NoPosts searchTerm={query.searchTerm} onClear={onClear} />;
  return (
    <div ref={list} className="search-results" aria-busy={state === 'loading'}>
      <PostGrid posts={posts} level={2} eager={3} mark={mark} />
      {results.hasMore && (
        <div className="search-more">
          {state === 'stuck' && (
            <p role="alert" className="text-muted text-sm">
              More posts could not be loaded.
            </p>
          )}
          {/* Not disabled, which would take the focus from it. */}
          <Button variant="secondary" aria-disabled={isBusy} onClick={onMore}>
            {state === 'more' ? (
              <>
                <Spinner /> Loading...
              </>
            ) : (
              'Show More Posts'
            )}
          </Button>
        </div>
      )}
      {hasEnded && (
        <p className="search-end" tabIndex={-1}>
          These are all posts.
        </p>
      )}
    </div>
  );
}

/** Shapes of cards; and a way out, should the answer never come. */
function FirstLoad() {
  return (
    <div className="search-first" aria-busy="true">
      <p className="search-late">
        This takes longer than usual. Every post is also in the{' '}
        <a className="link" href="/archive">
          archive
        </a>
        , month by month.
      </p>
      <div aria-hidden="true">
        <PostGridSkeleton count={9} label="" />
      </div>
    </div>
  );
}

function NoPosts({ searchTerm, onClear }: { searchTerm: string; onClear: () => void }) {
  return (
    <EmptyState
      title="No posts found."
      text={
        searchTerm.trim() === ''
          ? 'Nothing has been published here yet.'
          : 'Every word has to begin a word of the post. Fewer or shorter words find more.'
      }
    >
      <Button variant="secondary" onClick={onClear}>
        Show all posts
      </Button>
    </EmptyState>
  );
}

/**
 * The focus goes to the first post that was added, the next thing to read, where the button was; and to
 * what is said instead of it when there was none.
 */
function useFocusOnAdded(list: { current: HTMLElement | null }, { posts, shownBefore }: Results) {
  useEffect(() => {
    if (shownBefore === 0) return;
    const titles = list.current?.querySelectorAll<HTMLElement>('.post-card-title a');
    const end = list.current?.querySelector<HTMLElement>('.search-end');
    const next = posts.length > shownBefore ? titles?.[shownBefore] : end;
    next?.focus({ preventScroll: true });
  }, [list, posts, shownBefore]);
}

/** A text with the words that were looked for marked. */
function marked(text: string, words: readonly string[]): ReactNode {
  return markedParts(text, words).map((part, index) =>
    part.marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and never move
      <mark key={index}>{part.text}</mark>
    ) : (
      part.text
    ),
  );
}
