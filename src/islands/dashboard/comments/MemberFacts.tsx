import type { ListedComment } from '../../../../api/contract/comments.ts';
import { shortDate } from '../../../lib/format.ts';
import { Trusted } from './Trusted.tsx';

/** What a moderator wants to know about the author of a comment. */
export function MemberFacts({ comment: { author, history } }: { comment: ListedComment }) {
  if (!history) return null;
  const { visible, removed, memberSince, isTrusted } = history;
  return (
    <div className="text-muted text-xs">
      <p>
        {visible} visible, {removed} removed
      </p>
      <p>Member since {shortDate(memberSince)}</p>
      {isTrusted && <Trusted member={author} />}
    </div>
  );
}
