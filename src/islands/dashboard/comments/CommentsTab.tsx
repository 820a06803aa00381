import { api, type ListedComment } from '../../../lib/api.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AdminData } from '../lists/AdminData.tsx';
import { keys } from '../lists/keys.ts';
import { ListSkeleton } from '../lists/ListSkeleton.tsx';
import { ManagedList } from '../lists/ManagedList.tsx';
import type { ListSource } from '../lists/usePagedList.ts';
import { CommentItem } from './CommentItem.tsx';

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-4';

const source: ListSource<ListedComment> = {
  key: keys.comments,
  async load(page, signal) {
    const { comments, totalComments } = await api.comments(page, { signal });
    return { items: comments, total: totalComments };
  },
};

/** "Manage Comments" */
export function CommentsTab() {
  return (
    <AdminData>
      <ManagedList
        title="Manage Comments"
        noun={{ one: 'comment', many: 'comments' }}
        source={source}
        filterPlaceholder="Text, author, or an ID"
        moreLabel="Load More Comments"
        empty={{ title: 'No comments found' }}
        skeleton={
          <ListSkeleton className={GRID}>
            <Skeleton className="h-52 rounded-2xl" />
          </ListSkeleton>
        }
        className={GRID}
        renderItem={(comment, onDelete) => <CommentItem comment={comment} onDelete={onDelete} />}
        deletion={{
          question: 'Are you sure you want to delete this comment?',
          explain: ({ content, author }) => (
            <blockquote className="border-line border-l-2 pl-3">
              <p className="line-clamp-4 [overflow-wrap:anywhere]">{content}</p>
              <footer className="mt-1 text-muted text-xs">{author.username}</footer>
            </blockquote>
          ),
          request: (comment) => api.deleteComment(comment._id),
          done: 'The comment has been deleted.',
        }}
      />
    </AdminData>
  );
}
