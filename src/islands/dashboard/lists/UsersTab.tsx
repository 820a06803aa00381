import { useMemo, useState } from 'react';
import {
  includesRole,
  ROLES,
  type User,
  type UserSortKey,
} from '../../../../api/contract/users.ts';
import { Icon } from '../../../icons/Icon.tsx';
import { call } from '../../../lib/api.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Trusted } from '../comments/Trusted.tsx';
import { keys } from '../data.tsx';
import { Invitations } from '../invitations/Invitations.tsx';
import { InviteDialog } from '../invitations/InviteDialog.tsx';
import { ROLE_NAMES } from '../tabs.tsx';
import { isSuspended, ROLE_PLURALS, suspensionText } from '../user-texts.ts';
import { UrlFilter } from './Filter.tsx';
import { type Column, DeleteButton, RowDate } from './ListTable.tsx';
import { useParameter } from './list-query.ts';
import { ManagedList } from './ManagedList.tsx';
import { RoleDialog } from './RoleDialog.tsx';
import { SuspendDialog } from './SuspendDialog.tsx';
import type { ListSource } from './usePagedList.ts';

interface Target {
  what: 'role' | 'suspend';
  user: User;
}

const userFor = (target: Target | null, what: Target['what']) =>
  target?.what === what ? target.user : null;

export function UsersTab({ user: self, mail }: { user: User; mail: boolean }) {
  const role = useParameter('role', ROLES);
  const [target, setTarget] = useState<Target | null>(null);
  const [isInviting, setInviting] = useState(false);
  const close = () => setTarget(null);
  const source = useMemo(
    (): ListSource<User, UserSortKey> => ({
      key: [...keys.users, role],
      async load(page, signal) {
        const query = { ...page, role: role || undefined };
        const { users, totalUsers } = await call('GET /api/user/getusers', { query, signal });
        return { items: users, total: totalUsers };
      },
    }),
    [role],
  );
  const columns = useMemo(() => columnsFor(setTarget, self._id, mail), [self._id, mail]);
  return (
    <>
      <ManagedList
        title="Manage Users"
        action={
          <Button onClick={() => setInviting(true)}>
            <Icon name="mail" size={18} />
            Invite
          </Button>
        }
        intro={<Invitations mail={mail} />}
        noun={{ one: 'user', many: 'users' }}
        source={source}
        columns={columns}
        picture="size-9 rounded-full"
        filterPlaceholder="Start of a username or email"
        filters={{ values: { role }, controls: <UrlFilter {...ROLE_FILTER} value={role} /> }}
        moreLabel="Load More Users"
        empty={{
          title: 'No users found',
          text: 'People appear here when they sign up or accept an invitation.',
        }}
        deletion={{
          question: 'Are you sure you want to delete this user?',
          explain: ({ username, role }) => (
            <>
              <strong className="text-ink">{username}</strong> and all their comments and likes will
              be permanently deleted.
              {includesRole({ role }, 'author') && ' You get their drafts. Published posts stay.'}
            </>
          ),
          request: (user) => call('DELETE /api/user/delete/:userId', { userId: user._id }),
          done: 'The user has been deleted.',
        }}
      />
      <RoleDialog target={userFor(target, 'role')} self={self} onClose={close} />
      <InviteDialog mail={mail} open={isInviting} onClose={() => setInviting(false)} />
      <SuspendDialog target={userFor(target, 'suspend')} onClose={close} />
    </>
  );
}

const ROLE_FILTER = {
  label: 'Role',
  name: 'role',
  all: 'All roles',
  choices: ROLES.toReversed().map((role) => ({ value: role, label: ROLE_PLURALS[role] })),
};

const nameId = ({ _id }: User) => `user-${_id}`;

/** `mail`: the site can ask users to confirm their email. */
function columnsFor(
  onChange: (target: Target) => void,
  ownId: string,
  mail: boolean,
): Column<User, UserSortKey>[] {
  return [
    {
      label: 'Name',
      order: { by: 'username', first: 'asc', asc: 'Name, A to Z', desc: 'Name, Z to A' },
      cell: (user) => (
        <div className="flex items-center gap-3">
          <Avatar src={user.profilePicture} size={36} />
          <span id={nameId(user)} className="font-semibold [overflow-wrap:anywhere]">
            {user.username}
          </span>
        </div>
      ),
    },
    {
      label: 'Email',
      order: { by: 'email', first: 'asc', asc: 'Email, A to Z', desc: 'Email, Z to A' },
      className: 'basis-full',
      cell: ({ email, emailVerified }) => (
        <p className="text-soft [overflow-wrap:anywhere]">
          {email}
          {mail && !emailVerified && (
            <span className="whitespace-nowrap text-muted text-xs"> (not confirmed)</span>
          )}
        </p>
      ),
    },
    {
      label: 'Role',
      cell: (user) => <RoleCell user={user} />,
    },
    {
      label: 'Joined',
      order: { by: 'createdAt', first: 'desc', asc: 'Oldest first', desc: 'Newest first' },
      cell: ({ createdAt }) => <RowDate label="Joined" date={createdAt} />,
    },
    {
      label: 'Actions',
      className: 'basis-full @xl:ml-auto @xl:basis-auto @4xl:w-px',
      cell: (user, onDelete) => (
        <Actions user={user} isSelf={user._id === ownId} onChange={onChange} onDelete={onDelete} />
      ),
    },
  ];
}

function RoleCell({ user }: { user: User }) {
  const { isAdmin, role } = user;
  return (
    <span className="flex flex-wrap gap-1.5">
      <span className={`chip whitespace-nowrap ${role === 'reader' ? 'bg-sunken text-muted' : ''}`}>
        {isAdmin ? 'Admin' : ROLE_NAMES[role]}
      </span>
      {user.isTrusted && <Trusted member={user} />}
      {isSuspended(user) && (
        <span
          className="chip whitespace-nowrap bg-danger-soft text-danger"
          title={suspensionText(user)}
        >
          Suspended
        </span>
      )}
    </span>
  );
}

interface ActionsProps {
  user: User;
  isSelf: boolean;
  onChange: (target: Target) => void;
  onDelete: () => void;
}

function Actions({ user, isSelf, onChange, onDelete }: ActionsProps) {
  const shared = { variant: 'quiet', small: true, className: 'whitespace-nowrap' } as const;
  return (
    <div className="-ml-3.5 flex flex-wrap items-center @4xl:flex-nowrap">
      <Button
        {...shared}
        aria-describedby={nameId(user)}
        onClick={() => onChange({ what: 'role', user })}
      >
        Change Role
      </Button>
      {!isSelf && (
        <Button
          {...shared}
          aria-describedby={nameId(user)}
          onClick={() => onChange({ what: 'suspend', user })}
        >
          {isSuspended(user) ? 'Lift Suspension' : 'Suspend'}
        </Button>
      )}
      {/* Other administrators can't be deleted here. */}
      {!user.isAdmin && (
        <DeleteButton
          className="whitespace-nowrap"
          aria-describedby={nameId(user)}
          onClick={onDelete}
        >
          Delete User
        </DeleteButton>
      )}
    </div>
  );
}
