import type { CommentSortKey, ListedComment } from '../../../../api/contract/comments.ts';
import { includesRole, type User } from '../../../../api/contract/users.ts';
import { counted } from '../../../lib/format.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { type Column, DeleteButton, RowDate } from '../lists/ListTable.tsx';
import { TabLink } from '../tabs.tsx';
import { CommentText, contentId } from './CommentText.tsx';
import { DecisionButtons } from './DecisionButtons.tsx';
import { STATES } from './decision-texts.ts';
import { MemberFacts } from './MemberFacts.tsx';
import { focusAfter } from './rows.ts';
import { TextButton } from './TextButton.tsx';
import type { Decisions } from './useDecisions.ts';

/** On phones, the details of a comment are above its text. */
const ABOVE = '@max-4xl:-order-1';

interface Options {
  user: User;
  decisions: Decisions;
  /** The list of all comments, which can be sorted and has the button from the spec. */
  isAll: boolean;
  onRemoveAll: (author: ListedComment['author']) => void;
}

export function columnsFor(options: Options): Column<ListedComment, CommentSortKey>[] {
  const { user, decisions, isAll, onRemoveAll } = options;
  const columns: Column<ListedComment, CommentSortKey>[] = [
    {
      label: 'Comment',
      cell: (comment, onDelete) => (
        <>
          <CommentText comment={comment} />
          <DecisionButtons
            comment={comment}
            decisions={decisions}
            describedBy={contentId(comment)}
            {...(isAll && { without: 'remove' })}
            onDecide={() => focusAfter(comment._id)}
          >
            {isAll && (
              <DeleteButton aria-describedby={contentId(comment)} onClick={onDelete}>
                Delete
              </DeleteButton>
            )}
          </DecisionButtons>
        </>
      ),
    },
    {
      label: 'Author',
      className: '-order-2 -mt-2 min-w-0 flex-1 basis-2/3 @4xl:mt-0 @4xl:w-44',
      cell: (comment) => (
        <>
          <AuthorName comment={comment} user={user} />
          <MemberFacts comment={comment} />
          {comment.userId !== user._id && (
            <TextButton
              describedBy={contentId(comment)}
              onClick={() => onRemoveAll(comment.author)}
            >
              Remove all...
            </TextButton>
          )}
        </>
      ),
    },
    {
      label: 'State',
      className: ABOVE,
      cell: ({ state }) => (
        <span className={`chip whitespace-nowrap ${STATES[state].className}`}>
          {STATES[state].label}
        </span>
      ),
    },
    {
      label: 'Likes',
      className: ABOVE,
      order: { by: 'likes', first: 'desc', asc: 'Fewest likes first', desc: 'Most likes first' },
      cell: ({ numberOfLikes }) => (
        <p className="whitespace-nowrap text-muted text-xs">{counted(numberOfLikes, 'like')}</p>
      ),
    },
    {
      label: 'Written',
      className: ABOVE,
      order: { by: 'createdAt', first: 'desc', asc: 'Oldest first', desc: 'Newest first' },
      cell: (comment) => <Dates comment={comment} />,
    },
  ];
  return isAll ? columns : columns.map(({ order: _, ...column }) => column);
}

/** For administrators, a link to the list of users, which others don't have. */
export function AuthorName({ comment: { author }, user }: { comment: ListedComment; user: User }) {
  const name = 'inline-flex min-h-11 max-w-full items-center gap-2';
  if (!includesRole(user, 'administrator')) {
    return (
      <span className={name}>
        <Avatar src={author.profilePicture} size={28} />
        <span className="min-w-0 [overflow-wrap:anywhere]">{author.username}</span>
      </span>
    );
  }
  return (
    <TabLink tab="users" query={{ q: author.username }} className={`group ${name}`}>
      <Avatar src={author.profilePicture} size={28} />
      <span className="link min-w-0 [overflow-wrap:anywhere] group-hover:decoration-current">
        {author.username}
      </span>
    </TabLink>
  );
}

function Dates({ comment: { createdAt, updatedAt } }: { comment: ListedComment }) {
  return (
    <>
      <RowDate label="Written" date={createdAt} />
      {updatedAt !== createdAt && <RowDate label="Updated" date={updatedAt} shown />}
    </>
  );
}
