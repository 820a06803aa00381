import { includesRole, type User } from '../../../api/contract/users.ts';
import { api } from '../../lib/api.ts';
import { rescueDrafts } from '../../stores/post-drafts.ts';
import { Guard } from '../auth/Guard.tsx';
import { Alert } from '../ui/Alert.tsx';
import { ErrorState } from '../ui/list-states.tsx';
import { FormSkeleton, PostForm } from './PostForm.tsx';
import { useLoad } from './useLoad.ts';

/** The island of /update-post/{id}, for those who may write posts. One static page serves all posts. */
export function UpdatePost() {
  return (
    <Guard audience="author" skeleton={<FormSkeleton />}>
      {(user) => <Loader key={user._id} user={user} />}
    </Guard>
  );
}

function Loader({ user }: { user: User }) {
  const { data, error, load } = useLoad(async (signal) => {
    const postId = idFromUrl();
    const [post] = (await api.posts({ postId }, { signal })).posts;
    // The post may have been deleted, but its drafts must survive.
    return { post, drafts: post ? 0 : await rescueDrafts(user._id, postId) };
  });
  if (error !== undefined) {
    const text = (error instanceof Error && error.message) || undefined;
    return <ErrorState title="The post could not be loaded" text={text} onRetry={load} />;
  }
  if (!data) {
    return (
      <div role="status">
        <span className="sr-only">Loading the post</span>
        <FormSkeleton />
      </div>
    );
  }
  if (!data.post) return <NotFound drafts={data.drafts} />;
  if (data.post.userId !== user._id && !includesRole(user, 'editor')) {
    return (
      <Alert className="mt-7">Someone else wrote this post. You may edit only your own.</Alert>
    );
  }
  return (
    <PostForm
      user={user}
      post={data.post}
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
