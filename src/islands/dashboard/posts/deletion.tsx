import { TRASH_DAYS } from '../../../../api/contract/documents.ts';
import type { User } from '../../../../api/contract/users.ts';
import { call } from '../../../lib/api.ts';
import { notRestored } from '../lists/useDeletion.ts';
import type { ListedPost } from './listed-post.ts';

type Kind = ListedPost['kind'];

/** Returns how a list deletes a post or page: to the trash, or for good if it's there already. */
export function deletionOf(kind: Kind, user: User, isTrash: boolean) {
  return isTrash ? forGood(kind) : toTrash(kind, user);
}

const titleOf = (kind: Kind, { title }: ListedPost) => (
  <strong className="text-ink">{title || (kind === 'post' ? 'This draft' : 'This page')}</strong>
);

const toTrash = (kind: Kind, user: User) => ({
  question: `Are you sure you want to delete this ${kind}?`,
  yes: 'Yes, delete it',
  no: 'Cancel',
  explain: (document: ListedPost) => (
    <>
      {titleOf(kind, document)}
      {kind === 'post' && document.postId ? ' and its comments' : ''} will be moved to the trash.
      You can restore it there for {TRASH_DAYS} days.
    </>
  ),
  // The path takes the id of the caller, who may delete any post.
  request: ({ _id, postId }: ListedPost) =>
    kind === 'post' && postId
      ? call('DELETE /api/post/deletepost/:postId/:userId', { postId, userId: user._id })
      : call('POST /api/document/trash/:id', { id: _id }),
  done: `The ${kind} is in the trash.`,
  undo: {
    request: ({ _id }: ListedPost) => call('POST /api/document/restore/:id', { id: _id }),
    done: `The ${kind} is back.`,
    failed: notRestored,
  },
});

const forGood = (kind: Kind) => ({
  question: `Are you sure you want to delete this ${kind} for good?`,
  yes: 'Yes, delete it for good',
  no: 'Cancel',
  explain: (document: ListedPost) => (
    <>
      {titleOf(kind, document)}
      {kind === 'post' ? ', its versions and its comments' : ' and its versions'} will be deleted.
      This can't be undone.
    </>
  ),
  request: ({ _id }: ListedPost) => call('DELETE /api/document/delete/:id', { id: _id }),
  done: `The ${kind} has been deleted for good.`,
});
