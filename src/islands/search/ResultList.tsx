import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import type { FoundPost } from '../../../api/contract/search.ts';
import { EVERY_POST, isSameQuery, pathOfQuery, type SearchQuery } from '../../lib/search/query.ts';
import { markedParts, termWords } from '../../lib/search/words.ts';
import { PostRows } from '../cards/PostRow.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState, ErrorState, LoadMore, useFocusOnAdded } from '../ui/list-states.tsx';
import { ListSkeleton, Skeleton } from '../ui/Skeleton.tsx';
import type { Results } from './results.ts';

interface Props {
  results: Results;
  onRetry: () => void;
  onMore: () => void;
  onClear: () => void;
  onSuggestion: (searchTerm: string) => void;
}

export function ResultList({ results, onRetry, onMore, onClear, onSuggestion }: Props) {
  const { state, posts, query, shownBefore } = results;
  const list = useRef<HTMLUListElement>(null);
  const end = useRef<HTMLParagraphElement>(null);
  const focusNext = useFocusOnAdded(list, state === 'more', '.post-row-title a');
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
        query={query}
        isSiteEmpty={isSiteEmpty}
        suggestion={results.suggestion}
        onClear={onClear}
        onSuggestion={onSuggestion}
      />
    );
  }
  return (
    <div className="search-results" aria-busy={state === 'loading'}>
      <PostRows
        ref={list}
        posts={posts}
        level={2}
        mark={mark}
        note={(post) => namesIn(post, words)}
      />
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
      <ListSkeleton className="post-rows" label="">
        <Skeleton className="mt-6 h-6 w-11/12" />
        <Skeleton className="mt-3 h-4 w-full" />
        <Skeleton className="mt-2 h-4 w-2/3" />
        <Skeleton className="mt-3 mb-6 h-4 w-40" />
      </ListSkeleton>
    </div>
  );
}

interface NoPostsProps extends Pick<Props, 'onClear' | 'onSuggestion'> {
  query: SearchQuery;
  isSiteEmpty: boolean;
  suggestion: string | undefined;
}

function NoPosts({ query, isSiteEmpty, suggestion, onClear, onSuggestion }: NoPostsProps) {
  if (isSiteEmpty) {
    return <EmptyState title="No posts found." text="This site has no posts yet." />;
  }
  const hint =
    'Search matches the start of words, and a post must contain all of them. Try fewer or shorter words.';
  return (
    <EmptyState title="No posts found." text={query.searchTerm.trim() !== '' ? hint : ''}>
      {suggestion !== undefined && (
        <p className="search-suggestion">
          Did you mean{' '}
          <a
            className="link"
            href={pathOfQuery({ ...query, searchTerm: suggestion })}
            onClick={(event) => {
              event.preventDefault();
              onSuggestion(suggestion);
            }}
          >
            {suggestion}
          </a>
          ?
        </p>
      )}
      <Button variant="secondary" onClick={onClear}>
        Show all posts
      </Button>
    </EmptyState>
  );
}

/** The tags, the series and the author that match, because the title and the text may not. */
function namesIn(
  { author, series, tags = [] }: FoundPost,
  words: ReturnType<typeof termWords>,
): ReactNode {
  const names = [
    ...tags.map(([, label]) => ['Tag', label] as const),
    ['Series', series ?? ''] as const,
    ['By', author ?? ''] as const,
  ].filter(([, name]) => markedParts(name, words).some((part) => part.marked));
  if (names.length === 0) return null;
  return names.map(([kind, name]) => (
    <span key={kind + name}>
      {kind} {marked(name, words)}
    </span>
  ));
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
