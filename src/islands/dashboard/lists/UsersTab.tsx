import { useId } from 'react';
import type { User } from '../../../../api/contract/users.ts';
import { api } from '../../../lib/api.ts';
import { isoDate, shortDate } from '../../../lib/format.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AdminData, keys } from '../data.tsx';
import { DeleteButton } from './DeleteButton.tsx';
import { ManagedList } from './ManagedList.tsx';
import type { ListSource } from './usePagedList.ts';

const source: ListSource<User> = {
  key: keys.users,
  async load(page, signal) {
    const { users, totalUsers } = await api.users(page, { signal });
    return { items: users, total: totalUsers };
  },
};

export function UsersTab() {
  return (
    <AdminData>
      <ManagedList
        title="Manage Users"
        noun={{ one: 'user', many: 'users' }}
        source={source}
        filterPlaceholder="Start of a username or email"
        moreLabel="Load More Users"
        empty={{ title: 'No users found' }}
        skeleton={<Skeleton className="h-40 rounded-2xl" />}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-4"
        renderItem={(user, onDelete) => <UserItem user={user} onDelete={onDelete} />}
        deletion={{
          question: 'Are you sure you want to delete this user?',
          explain: ({ username }) => (
            <>
              <strong className="text-ink">{username}</strong> and all their comments and likes will
              be permanently deleted.
            </>
          ),
          request: (user) => api.deleteUser(user._id),
          done: 'The user has been deleted.',
        }}
      />
    </AdminData>
  );
}

/** Other administrators can't be deleted here. */
function UserItem({ user, onDelete }: { user: User; onDelete: () => void }) {
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
          <DeleteButton className="w-full" aria-describedby={nameId} onClick={onDelete}>
            Delete User
          </DeleteButton>
        </div>
      )}
    </article>
  );
}
