import { PenLine } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { signInPath } from '../../../lib/navigate.ts';
import { signOutAndClear } from '../../../lib/sign-out.ts';
import { FormAlert } from '../../auth/FormAlert.tsx';
import type { AccountField } from '../../auth/refusal.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Field, PasswordField } from '../../ui/Field.tsx';
import { tabPath } from '../location.ts';
import type { PanelProps } from '../tabs.ts';
import { PictureButton } from './PictureButton.tsx';
import { type Notice, useProfile } from './useProfile.ts';

/** "Profile Settings": what users can change of their own account. */
export function ProfileTab({ user }: PanelProps) {
  const { edits, edit, picture, saving, notice, save, removeAccount } = useProfile(user);
  const form = useRef<HTMLFormElement>(null);
  const alertId = useId();
  const wrong = notice?.kind === 'refused' ? notice.refusal.field : undefined;

  useEffect(() => {
    const field = wrong && form.current?.elements.namedItem(wrong);
    if (field instanceof HTMLElement) field.focus();
  }, [wrong]);

  const control = (field: AccountField) => ({
    name: field,
    value: edits[field] ?? (field === 'password' ? '' : user[field]),
    onChange: (event: { target: { value: string } }) => edit(field, event.target.value),
    wrongBy: wrong === field ? alertId : undefined,
  });
  return (
    <section className="max-w-xl" aria-labelledby="profile-title">
      <h1 id="profile-title" className="text-3xl">
        Profile Settings
      </h1>
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
          isStored={edits.profilePicture !== undefined}
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
            hint="Leave it empty to keep the one you have"
            {...control('password')}
          />
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
          {user.isAdmin && (
            <a className="btn btn-secondary max-sm:w-full" href="/create-post">
              <PenLine size={16} aria-hidden="true" />
              Create New Post
            </a>
          )}
        </div>
        <div className={notice ? 'mt-5' : ''}>
          <NoticeText id={alertId} notice={notice} />
        </div>
      </form>
      <AccountEnd onDelete={removeAccount} />
    </section>
  );
}

function NoticeText({ id, notice }: { id: string; notice: Notice | null }) {
  if (!notice) return null;
  if (notice.kind === 'refused') return <FormAlert id={id} refusal={notice.refusal} />;
  if (notice.kind === 'said') return <Alert tone={notice.tone}>{notice.message}</Alert>;
  return (
    <Alert>
      Your session has ended, so nothing was changed. What you typed is kept (but for the password):{' '}
      <a
        className="font-semibold underline underline-offset-2"
        href={signInPath(tabPath('profile'))}
      >
        Sign In
      </a>{' '}
      to go on.
    </Alert>
  );
}

const LINK = 'inline-flex min-h-11 items-center text-sm underline-offset-4 hover:underline';

/** The ways out: for good, or for now. */
function AccountEnd({ onDelete }: { onDelete: () => Promise<void> }) {
  const [asking, setAsking] = useState(false);
  const [deleting, setDeleting] = useState(false);
  // Not awaited by the dialog: another one may have to ask who is at the keyboard.
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
      <button type="button" className={`${LINK} text-soft`} onClick={() => void signOutAndClear()}>
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
        Your comments and likes go with it. This cannot be undone.
      </ConfirmDialog>
    </div>
  );
}
