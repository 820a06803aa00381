import { useCallback, useEffect, useState } from 'react';
import type { Post } from '../../../api/contract/posts.ts';
import type { User } from '../../../api/contract/users.ts';
import { api } from '../../lib/api.ts';
import { rescueDrafts } from '../../stores/post-drafts.ts';
import { Guard } from '../auth/Guard.tsx';
import { Alert } from '../ui/Alert.tsx';
import { ErrorState } from '../ui/list-states.tsx';
import { FormSkeleton, PostForm } from './PostForm.tsx';

/** The island of /update-post/{id}, for administrators. One static page serves all posts. */
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
  /** The post doesn't exist. `drafts` is the number of its drafts in this browser. */
  | { state: 'missing'; drafts: number }
  | { state: 'failed'; message: string };

function Loader({ user }: { user: User }) {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' });

  const load = useCallback(
    async (signal?: AbortSignal) => {
      setLoaded({ state: 'loading' });
      try {
        const postId = idFromUrl();
        const [post] = (await api.posts({ postId }, { signal })).posts;
        if (post) return setLoaded({ state: 'ready', post });
        // The post may have been deleted, but its drafts must survive.
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
  if (loaded.state === 'missing') return <NotFound drafts={loaded.drafts} />;
  return (
    <PostForm
      user={user}
      post={loaded.post}
      placeholder="Write something..."
      saved="The post is updated."
    />
  );
}

function NotFound({ drafts }: { drafts: number }) {
  return (
    <Alert className="mt-7">
      <p>This post does not exist.</p>
      {drafts > 0 && (
        <p>
          Your unsaved changes are still in this browser:{' '}
          <a className="link" href="/create-post">
            continue with them as a new post
          </a>
          .
        </p>
      )}
    </Alert>
  );
}

function idFromUrl(): string {
  const [, id = ''] = /^\/update-post\/([^/]+)/.exec(window.location.pathname) ?? [];
  try {
    // The API returns all posts for an empty id.
    return decodeURIComponent(id) || '-';
  } catch {
    return '-';
  }
}
