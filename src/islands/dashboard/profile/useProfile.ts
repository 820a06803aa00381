import { useEffect, useState } from 'react';
import type { ProfileChanges, User } from '../../../../api/contract/users.ts';
import { ApiFailure, api } from '../../../lib/api.ts';
import { clearUnsent } from '../../../lib/sign-out.ts';
import {
  deleteUserFailure,
  deleteUserStart,
  deleteUserSuccess,
  updateFailure,
  updateStart,
  updateSuccess,
} from '../../../stores/session.ts';
import { toastAfterNavigation } from '../../../stores/toasts.ts';
import { type Refusal, refusalOf } from '../../auth/refusal.ts';
import { changesOf } from './changes.ts';
import { keepDraft, takeDraft } from './draft.ts';
import { usePicture } from './usePicture.ts';

const UPLOAD_FAILED = 'Could not upload image (File must be less than 2MB)';
const NOT_PROVEN = "Nothing changed because you didn't confirm your identity.";
const SAVED = "User's profile updated successfully";

/** What is said under the form. `ended`: the session is over, only signing in helps. */
export type Notice =
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'said'; tone: 'success' | 'info'; message: string }
  | { kind: 'ended' };

/** The profile of a user as a form: what has been edited, what is under way, and how it went. */
export function useProfile(user: User) {
  const [edits, setEdits] = useState<ProfileChanges>({});
  const [saving, setSaving] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);

  useEffect(() => {
    const draft = takeDraft(user._id);
    if (!draft) return;
    setEdits(draft);
    setNotice({ kind: 'said', tone: 'info', message: 'What you had typed is back.' });
  }, [user._id]);

  const ended = notice?.kind === 'ended';
  useEffect(() => {
    if (ended) keepDraft(user._id, edits);
  }, [ended, edits, user._id]);

  const edit = (field: keyof ProfileChanges, value: string) =>
    setEdits((before) => ({ ...before, [field]: value }));
  const refuse = (refusal: Refusal) => setNotice({ kind: 'refused', refusal });

  /** Shows what a call has thrown; `tell` stores it as the error of the session. */
  const fail = (error: unknown, tell: (message: string) => void) => {
    const refusal = refusalOf(error);
    tell(refusal.message);
    if (isUnconfirmed(error)) {
      setNotice({ kind: 'said', tone: 'info', message: NOT_PROVEN });
      return;
    }
    if (!isSignedOut(error)) return refuse(refusal);
    setNotice({ kind: 'ended' });
  };

  const picture = usePicture({
    onStart: () => setNotice(null),
    onDone: (publicUrl) => edit('profilePicture', publicUrl),
    onFailed: (error) => {
      setEdits(({ profilePicture: _, ...rest }) => rest);
      if (isSignedOut(error)) return fail(error, updateFailure);
      refuse(isNoFaultOfTheFile(error) ? refusalOf(error) : { message: UPLOAD_FAILED });
    },
  });

  const save = async () => {
    if (saving) return;
    if (picture.progress !== null) return refuse({ message: 'Please wait for image to upload' });
    const changes = changesOf(user, edits);
    if (Object.keys(changes).length === 0) return refuse({ message: 'No changes made' });
    setSaving(true);
    setNotice(null);
    updateStart();
    try {
      updateSuccess(await api.updateUser(user._id, changes));
      setEdits({});
      picture.forget();
      setNotice({ kind: 'said', tone: 'success', message: SAVED });
    } catch (error) {
      fail(error, updateFailure);
    }
    setSaving(false);
  };

  const removeAccount = async () => {
    deleteUserStart();
    try {
      const { message } = await api.deleteUser(user._id);
      await clearUnsent(user._id);
      toastAfterNavigation(message);
      // The guard sends everybody without a user to the sign-in page.
      deleteUserSuccess();
    } catch (error) {
      fail(error, deleteUserFailure);
    }
  };

  return { edits, edit, picture, saving, notice, save, removeAccount };
}

/** The dialog that asks who is at the keyboard was canceled. */
function isUnconfirmed(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'reauthenticate';
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 401;
}

/** The quota is used up, or there were too many uploads: another file would not help. */
function isNoFaultOfTheFile(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === 409 || error.status === 429);
}
