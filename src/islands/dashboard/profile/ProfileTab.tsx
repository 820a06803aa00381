import { useEffect, useId, useRef, useState } from 'react';
import { includesRole, type User } from '../../../../api/contract/users.ts';
import { Icon } from '../../../icons/Icon.tsx';
import { startSignOut } from '../../../lib/start-sign-out.ts';
import type { AccountField } from '../../auth/FormAlert.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Field, PasswordField } from '../../ui/Field.tsx';
import { AuthorFields } from './AuthorFields.tsx';
import { EmailNotice } from './EmailNotice.tsx';
import { NoticeText } from './NoticeText.tsx';
import { ProfileNav } from './ProfileNav.tsx';
import { PictureButton } from './ProfilePicture.tsx';
import { SingleKeys } from './SingleKeys.tsx';
import { useProfile } from './useProfile.ts';

export function ProfileTab({ user, mail }: { user: User; mail: boolean }) {
  const { edits, edit, picture, saving, notice, save, removeAccount } = useProfile(user);
  const form = useRef<HTMLFormElement>(null);
  const alertId = useId();
  const wrong = notice?.kind === 'error' ? notice.error.field : undefined;

  useEffect(() => {
    const field = wrong && form.current?.elements.namedItem(wrong);
    if (field instanceof HTMLElement) field.focus();
  }, [wrong]);

  const control = (field: AccountField) => ({
    name: field,
    value: edits[field] ?? (field === 'password' ? '' : user[field]),
    onChange: (event: { target: { value: string } }) => edit(field, event.target.value),
    errorId: wrong === field ? alertId : undefined,
  });
  return (
    <section className="max-w-xl" aria-labelledby="profile-title">
      <h1 id="profile-title" className="text-2xl">
        Profile Settings
      </h1>
      <ProfileNav current="profile" />
      {mail && <EmailNotice user={user} />}
      <form
        ref={form}
        noValidate
        aria-busy={saving}
        className="mt-8"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <PictureButton
          src={picture.preview ?? edits.profilePicture ?? user.profilePicture}
          uploaded={
            edits.profilePicture === undefined ? '' : 'Uploaded. Update your profile to use it.'
          }
          progress={picture.progress}
          onChoose={picture.choose}
        />
        <div className="mt-8 grid gap-5">
          <Field
            label="Username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...control('username')}
          />
          <Field label="Email" type="email" autoComplete="email" {...control('email')} />
          <PasswordField
            label="Password"
            autoComplete="new-password"
            hint="Leave empty to keep your current password"
            {...control('password')}
          />
          {includesRole(user, 'author') && (
            <AuthorFields
              username={user.username}
              bio={edits.bio ?? user.bio ?? ''}
              links={edits.links ?? user.links ?? []}
              edit={edit}
            />
          )}
        </div>
        <div className="mt-7 flex flex-wrap gap-3">
          <Button
            type="submit"
            className="max-sm:w-full sm:min-w-44"
            busy={saving}
            busyLabel="Updating..."
          >
            Update Profile
          </Button>
          {includesRole(user, 'author') && (
            <a className="btn btn-secondary max-sm:w-full" href="/create-post">
              <Icon name="pen-line" size={16} />
              Create New Post
            </a>
          )}
        </div>
        <NoticeText id={alertId} notice={notice} />
      </form>
      {includesRole(user, 'author') && <SingleKeys />}
      <AccountActions isAuthor={includesRole(user, 'author')} onDelete={removeAccount} />
    </section>
  );
}

const LINK = 'inline-flex min-h-11 items-center text-sm underline-offset-4 hover:underline';

interface AccountActionsProps {
  isAuthor: boolean;
  onDelete: () => Promise<void>;
}

function AccountActions({ isAuthor, onDelete }: AccountActionsProps) {
  const [asking, setAsking] = useState(false);
  const [deleting, setDeleting] = useState(false);
  // Not awaited, so that this dialog closes before "Confirm it's you" opens.
  const remove = () => {
    setDeleting(true);
    void onDelete().finally(() => setDeleting(false));
  };
  return (
    <div className="mt-12 flex flex-wrap justify-between gap-x-6 border-line border-t pt-3">
      <button
        type="button"
        className={`${LINK} text-danger`}
        onClick={() => !deleting && setAsking(true)}
      >
        {deleting ? 'Deleting account...' : 'Delete Account'}
      </button>
      <button type="button" className={`${LINK} text-soft`} onClick={() => void startSignOut()}>
        Sign Out
      </button>
      <ConfirmDialog
        open={asking}
        title="Are you sure you want to delete your account?"
        yes="Yes, delete my account"
        no="No, cancel"
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        {isAuthor
          ? 'Your comments, your likes and the drafts of posts that you never published will be deleted, too. Posts that you published stay.'
          : 'Your comments and likes will be deleted, too.'}{' '}
        This can't be undone.
      </ConfirmDialog>
    </div>
  );
}
