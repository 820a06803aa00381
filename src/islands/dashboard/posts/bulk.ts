import type { Document } from '../../../../api/contract/documents.ts';
import { call } from '../../../lib/api.ts';
import { requestMessage } from '../../ui/request.ts';
import type { ListedPost } from './listed-post.ts';

const AT_ONCE = 4;

export type Undo = () => Promise<unknown>;

export interface BulkAction {
  label: string;
  /** "Publishing", "Moving to the trash" */
  doing: string;
  /** "published", "moved to the trash" */
  done: string;
  /** If it applies to none of the posts, its button is hidden, not disabled. */
  isHidden?: true;
  /** Whether the action applies to a post. Other selected posts stay as they are. */
  concerns(post: ListedPost): boolean;
  /** Returns a function that undoes it, if that's possible. */
  run(post: ListedPost): Promise<Undo | undefined>;
}

const publish: BulkAction = {
  label: 'Publish',
  doing: 'Publishing',
  done: 'published',
  concerns: ({ status }) => status !== 'published' && status !== 'trashed',
  async run({ _id, status }) {
    // The list may be old: publish what is there now.
    const { revision } = await call('GET /api/document/:id', { id: _id });
    await call('POST /api/document/publish/:id', { id: _id, body: { revision } });
    if (status !== 'draft' && status !== 'unpublished') return undefined;
    return () => call('POST /api/document/unpublish/:id', { id: _id });
  },
};

const unpublish: BulkAction = {
  label: 'Unpublish',
  doing: 'Unpublishing',
  done: 'unpublished',
  concerns: ({ postId }) => postId !== null,
  async run({ _id, status }) {
    await call('POST /api/document/unpublish/:id', { id: _id });
    if (status !== 'published') return undefined;
    return async () => {
      const { revision } = await call('GET /api/document/:id', { id: _id });
      return await call('POST /api/document/publish/:id', { id: _id, body: { revision } });
    };
  },
};

const trash: BulkAction = {
  label: 'Move to trash',
  doing: 'Moving to the trash',
  done: 'moved to the trash',
  concerns: ({ status }) => status !== 'trashed',
  async run({ _id }) {
    await call('POST /api/document/trash/:id', { id: _id });
    return () => call('POST /api/document/restore/:id', { id: _id });
  },
};

const restore: BulkAction = {
  label: 'Restore',
  doing: 'Restoring',
  done: 'restored',
  concerns: ({ status }) => status === 'trashed',
  async run({ _id }) {
    await call('POST /api/document/restore/:id', { id: _id });
    return () => call('POST /api/document/trash/:id', { id: _id });
  },
};

function comments(open: boolean): BulkAction {
  const put = (postId: string, isOpen: boolean) =>
    call('PUT /api/post/comments/:postId', { postId, body: { open: isOpen } });
  return {
    label: open ? 'Open comments' : 'Close comments',
    doing: open ? 'Opening comments' : 'Closing comments',
    done: open ? 'open for comments' : 'closed for comments',
    isHidden: true,
    concerns: ({ postId, commentsClosed }) => postId !== null && commentsClosed === open,
    async run({ _id }) {
      await put(_id, open);
      return () => put(_id, !open);
    },
  };
}

export const ACTIONS = [publish, unpublish, comments(false), comments(true), trash];
export const TRASH_ACTIONS = [restore];

/** Adds a tag. Published posts that have no other changes are published again with it. */
export function addTag(label: string): BulkAction {
  return {
    label: 'Add tag',
    doing: 'Adding the tag',
    done: `tagged “${label}”`,
    concerns: ({ tags, status }) => status !== 'trashed' && !tags.includes(label),
    async run({ _id }) {
      const before = await call('GET /api/document/:id', { id: _id });
      const saved = await saveTags(before, [...before.tags, label]);
      // The server may store it in the spelling that another post has.
      const added = saved.tags.filter((tag) => !before.tags.includes(tag));
      return async () => {
        const now = await call('GET /api/document/:id', { id: _id });
        await saveTags(
          now,
          now.tags.filter((tag) => !added.includes(tag)),
        );
      };
    },
  };
}

async function saveTags(
  { _id, revision, status }: Document,
  tags: string[],
): Promise<Pick<Document, 'tags'>> {
  const saved = await call('PUT /api/document/update/:id', { id: _id, body: { revision, tags } });
  if (status === 'published')
    await call('POST /api/document/publish/:id', { id: _id, body: { revision: saved.revision } });
  return saved;
}

interface Failure {
  post: ListedPost;
  reason: string;
}

export interface BulkResult {
  done: number;
  undos: { post: ListedPost; undo: Undo }[];
  failed: Failure[];
}

type OnProgress = (done: number) => void;

/** Runs an action on posts, a few at a time. */
export async function runBulk(
  action: BulkAction,
  posts: readonly ListedPost[],
  onProgress: OnProgress,
): Promise<BulkResult> {
  const undos: BulkResult['undos'] = [];
  const failed = await fewAtOnce(
    posts.map((post) => ({ post })),
    onProgress,
    async ({ post }) => {
      const undo = await action.run(post);
      if (undo) undos.push({ post, undo });
    },
  );
  return { done: posts.length - failed.length, undos, failed };
}

/** Undoes an action, also a few posts at a time. Returns the posts for which that failed. */
export async function undoBulk(
  undos: BulkResult['undos'],
  onProgress: OnProgress,
): Promise<Failure[]> {
  return await fewAtOnce(undos, onProgress, ({ undo }) => undo());
}

/**
 * Processes a few items in parallel. The server would refuse hundreds of calls at once, but with a
 * few it renders the pages that they share only once.
 */
async function fewAtOnce<T extends { post: ListedPost }>(
  items: readonly T[],
  onProgress: OnProgress,
  work: (item: T) => Promise<unknown>,
): Promise<Failure[]> {
  const failed: Failure[] = [];
  const rest = items.values();
  let done = 0;
  const workOnRest = async () => {
    for (const item of rest) {
      onProgress(done);
      try {
        await work(item);
      } catch (error) {
        const reason = requestMessage(error, "The server didn't respond.");
        failed.push({ post: item.post, reason });
      }
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOnRest));
  return failed;
}
