import type { User } from '../../../api/contract/users.ts';
import { call } from '../../lib/api.ts';
import { type Draft, kindOf, rescueDrafts } from '../../stores/post-drafts.ts';
import { Guard } from '../auth/Guard.tsx';
import { Alert } from '../ui/Alert.tsx';
import { ErrorState } from '../ui/list-states.tsx';
import { requestMessage, statusOf } from '../ui/request.ts';
import { EditorSkeleton } from './EditorSkeleton.tsx';
import { Trashed } from './manage/Trashed.tsx';
import { PostForm } from './PostForm.tsx';
import { useLoad } from './useLoad.ts';

/** The island of /update-post/{id}: the id of a post or a draft. One static page serves all. */
export function UpdatePost() {
  return (
    <Guard audience="author" skeleton={<EditorSkeleton />}>
      {(user) => <Loader key={user._id} user={user} />}
    </Guard>
  );
}

function Loader({ user }: { user: User }) {
  const { data, error, load } = useLoad((signal) => open(idFromUrl(), user, signal));
  if (statusOf(error) === 403) {
    // The server knows whether it's a post or a page.
    return <Alert className="mt-7">{requestMessage(error)}</Alert>;
  }
  if (error !== undefined) {
    const text = (error instanceof Error && error.message) || undefined;
    return <ErrorState title="The text couldn't be loaded" text={text} onRetry={load} />;
  }
  if (!data) {
    return (
      <div role="status">
        <span className="sr-only">Loading the text</span>
        <EditorSkeleton />
      </div>
    );
  }
  if (!data.document) return <NotFound drafts={data.drafts} />;
  if (data.document.status === 'trashed') {
    const { _id, kind } = data.document;
    const restore = () => call('POST /api/document/restore/:id', { id: _id }).then(load);
    return (
      <Trashed kind={kind} onRestore={restore}>
        <Rescued drafts={data.drafts} />
      </Trashed>
    );
  }
  return (
    <PostForm
      kind={data.document.kind}
      user={user}
      document={data.document}
      placeholder="Write something..."
    />
  );
}

async function open(documentId: string, user: User, signal: AbortSignal) {
  const document = await call('GET /api/document/:id', { id: documentId, signal }).catch(
    (error: unknown) => {
      if (statusOf(error) === 404) return null;
      throw error;
    },
  );
  // The post may have been deleted, but its drafts must survive.
  const isGone = document === null || document.status === 'trashed';
  return { document, drafts: isGone ? await rescueDrafts(user._id, documentId) : [] };
}

function NotFound({ drafts }: { drafts: readonly Draft[] }) {
  return (
    <Alert className="mt-7">
      <p>This post or page doesn't exist.</p>
      <Rescued drafts={drafts} />
    </Alert>
  );
}

function Rescued({ drafts: [draft] }: { drafts: readonly Draft[] }) {
  if (!draft) return null;
  const isPage = kindOf(draft) === 'page';
  return (
    <p>
      Your unsaved changes are still in this browser:{' '}
      <a className="link" href={isPage ? '/create-post?kind=page' : '/create-post'}>
        continue with them as a new {kindOf(draft)}
      </a>
      .
    </p>
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
