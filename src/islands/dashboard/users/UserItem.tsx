import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import type { User } from '../../../../api/contract/users.ts';
import { isoDate, shortDate } from '../../../lib/format.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';

interface Props {
  user: User;
  onDelete: () => void;
}

/** An account as administrators see it. Only those of non-administrators can be deleted here. */
export function UserItem({ user, onDelete }: Props) {
  const nameId = useId();
  return (
    <article className="panel flex h-full flex-col">
      <div className="flex grow items-start gap-3.5 p-4">
        <Avatar src={user.profilePicture} size={44} />
        <div className="min-w-0 grow">
          <div className="flex items-start justify-between gap-2">
            <h2
              id={nameId}
              className="min-w-0 font-sans font-semibold text-base leading-snug tracking-normal [overflow-wrap:anywhere]"
            >
              {user.username}
            </h2>
            <span className={`chip shrink-0 ${user.isAdmin ? '' : 'bg-sunken text-muted'}`}>
              {user.isAdmin ? 'Admin' : 'User'}
            </span>
          </div>
          <p className="mt-0.5 text-soft text-sm [overflow-wrap:anywhere]">{user.email}</p>
          <p className="mt-1.5 text-muted text-xs">
            Joined <time dateTime={isoDate(user.createdAt)}>{shortDate(user.createdAt)}</time>
          </p>
        </div>
      </div>
      {!user.isAdmin && (
        <div className="border-line border-t px-2 py-1.5">
          <Button
            variant="quiet"
            small
            className="w-full text-danger"
            aria-describedby={nameId}
            onClick={onDelete}
          >
            <Trash2 size={16} aria-hidden="true" />
            Delete User
          </Button>
        </div>
      )}
    </article>
  );
}
