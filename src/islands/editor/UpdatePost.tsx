import { useCallback, useEffect, useState } from 'react';
import { api, type Post, type User } from '../../lib/api.ts';
import { Guard } from '../auth/Guard.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { FormSkeleton } from './FormSkeleton.tsx';
import { PostForm } from './PostForm.tsx';

/** The page on which a post is changed, for administrators. One page for all: the id is in the address. */
export function UpdatePost() {
  return (
    <Guard audience="admin" skeleton={<FormSkeleton />}>
      {(user) => <Loader user={user} />}
    </Guard>
  );
}

type Loaded =
  | { state: 'loading' }
  | { state: 'ready'; post: Post }
  | { state: 'failed'; message: string };

function Loader({ user }: { user: User }) {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' });

  const load = useCallback(async (signal?: AbortSignal) => {
    setLoaded({ state: 'loading' });
    try {
      const [post] = (await api.posts({ postId: idInAddress() }, { signal })).posts;
      setLoaded(
        post ? { state: 'ready', post } : { state: 'failed', message: 'There is no such post.' },
      );
    } catch (error) {
      if (signal?.aborted) return;
      setLoaded({ state: 'failed', message: error instanceof Error ? error.message : '' });
    }
  }, []);
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
  const { post } = loaded;
  return (
    <PostForm
      user={user}
      post={post}
      placeholder="Write something..."
      submitLabel="Update post"
      busyLabel="Updating..."
      saved="The post is updated."
      save={async (values, startedFrom) =>
        (await api.updatePost(post._id, user._id, { ...values, startedFrom })).updatedPost
      }
    />
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
