import { useCallback, useEffect, useState } from 'react';
import type { Post } from '../../../api/contract/posts.ts';
import type { User } from '../../../api/contract/users.ts';
import { api } from '../../lib/api.ts';
import { rescueDrafts } from '../../stores/post-drafts.ts';
import { Guard } from '../auth/Guard.tsx';
import { Alert } from '../ui/Alert.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { FormSkeleton } from './FormSkeleton.tsx';
import { PostForm } from './PostForm.tsx';

/** The page on which a post is changed, for administrators. One page for all: the id is in the address. */
export function UpdatePost() {
  return (
    <Guard audience="admin" skeleton={<FormSkeleton />}>
      {(user) => <Loader key={user._id} user={user} />}
    </Guard>
  );
}

type Loaded =
  | { state: 'loading' }
  | { state: 'ready'; post: Post }
  /** There is no such post; `drafts` of it are kept. */
  | { state: 'missing'; drafts: number }
  | { state: 'failed'; message: string };

function Loader({ user }: { user: User }) {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' });

  const load = useCallback(
    async (signal?: AbortSignal) => {
      setLoaded({ state: 'loading' });
      try {
        const postId = idInAddress();
        const [post] = (await api.posts({ postId }, { signal })).posts;
        if (post) return setLoaded({ state: 'ready', post });
        // What was written for a post that is gone must not go with it.
        setLoaded({ state: 'missing', drafts: await rescueDrafts(user._id, postId) });
      } catch (error) {
        if (signal?.aborted) return;
        setLoaded({ state: 'failed', message: error instanceof Error ? error.message : '' });
      }
    },
    [user._id],
  );
  useEffect(() => {
    const abort = new AbortController();
    void load(abort.signal);
    return () => abort.abort();
  }, [load]);

  if (loaded.state === 'loading') {
    return (
      <div role="status">
        <span className="sr-only">Loading the post</span>
        <FormSkeleton />
      </div>
    );
  }
  if (loaded.state === 'failed') {
    return (
      <ErrorState
        title="The post could not be loaded"
        text={loaded.message || undefined}
        onRetry={() => void load()}
      />
    );
  }
  if (loaded.state === 'missing') return <Missing drafts={loaded.drafts} />;
  return (
    <PostForm
      user={user}
      post={loaded.post}
      placeholder="Write something..."
      saved="The post is updated."
    />
  );
}

function Missing({ drafts }: { drafts: number }) {
  return (
    <Alert className="mt-7">
      <p>There is no such post.</p>
      {drafts > 0 && (
        <p>
          What you had written for it is kept:{' '}
          <a className="link" href="/create-post">
            go on with it as a new post
          </a>
          .
        </p>
      )}
    </Alert>
  );
}

function idInAddress(): string {
  const [, id = ''] = /^\/update-post\/([^/]+)/.exec(window.location.pathname) ?? [];
  try {
    // An empty id would list every post.
    return decodeURIComponent(id) || '-';
  } catch {
    return '-';
  }
}
