import { api, type User } from '../../../lib/api.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AdminData } from '../lists/AdminData.tsx';
import { keys } from '../lists/keys.ts';
import { ListSkeleton } from '../lists/ListSkeleton.tsx';
import { ManagedList } from '../lists/ManagedList.tsx';
import type { ListSource } from '../lists/usePagedList.ts';
import { UserItem } from './UserItem.tsx';

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-4';

const source: ListSource<User> = {
  key: keys.users,
  async load(page, signal) {
    const { users, totalUsers } = await api.users(page, { signal });
    return { items: users, total: totalUsers };
  },
};

/** "Manage Users" */
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
        skeleton={
          <ListSkeleton className={GRID}>
            <Skeleton className="h-40 rounded-2xl" />
          </ListSkeleton>
        }
        className={GRID}
        renderItem={(user, onDelete) => <UserItem user={user} onDelete={onDelete} />}
        deletion={{
          question: 'Are you sure you want to delete this user?',
          explain: ({ username }) => (
            <>
              <strong className="text-ink">{username}</strong> with all comments and likes will be
              gone for good.
            </>
          ),
          request: (user) => api.deleteUser(user._id),
          done: 'The user has been deleted.',
        }}
      />
    </AdminData>
  );
}
