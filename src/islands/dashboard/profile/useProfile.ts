import { useEffect, useState } from 'react';
import type { User } from '../../../../api/contract/users.ts';
import { ApiFailure, call } from '../../../lib/api.ts';
import type { Body } from '../../../lib/api-types.ts';
import {
  deleteUserFailure,
  deleteUserStart,
  deleteUserSuccess,
  updateFailure,
  updateStart,
  updateSuccess,
} from '../../../stores/session.ts';
import { toastAfterNavigation } from '../../../stores/toasts.ts';
import { type FormError, toFormError } from '../../auth/FormAlert.tsx';
import { statusOf } from '../../ui/request.ts';
import { usePicture } from './ProfilePicture.tsx';

const UPLOAD_FAILED = 'Could not upload image (File must be less than 2MB)';
const NOT_PROVEN = "Nothing changed because you didn't confirm your identity.";
const SAVED = "User's profile updated successfully";

type ProfileChanges = Body<'PUT /api/user/update/:userId'>;

/** The message below the form. `ended`: the session has ended, so the user has to sign in again. */
export type Notice =
  | { kind: 'error'; error: FormError }
  | { kind: 'info'; tone: 'success' | 'info'; message: string }
  | { kind: 'ended' };

export function useProfile(user: User) {
  const [saving, setSaving] = useState(false);
  const { notice, setNotice, reject, fail } = useNotice();
  const [edits, setEdits] = useEdits(user, notice, setNotice);
  const edit = <Field extends keyof ProfileChanges>(field: Field, value: ProfileChanges[Field]) =>
    setEdits((before) => ({ ...before, [field]: value }));

  const picture = usePicture({
    onStart: () => setNotice(null),
    onDone: (publicUrl) => edit('profilePicture', publicUrl),
    onError: (error) => {
      setEdits(({ profilePicture: _, ...rest }) => rest);
      const status = statusOf(error);
      if (status === 401) fail(error, updateFailure);
      // A full quota or too many uploads: another file wouldn't help.
      else if (status === 409 || status === 429) reject(toFormError(error));
      else reject({ message: UPLOAD_FAILED });
    },
  });

  /** Returns whether nothing is left to save. */
  const save = async (): Promise<boolean> => {
    if (saving) return false;
    if (picture.progress !== null) {
      reject({ message: 'Please wait for image to upload' });
      return false;
    }
    const changes = changesOf(user, edits);
    if (Object.keys(changes).length === 0) {
      setNotice({ kind: 'info', tone: 'info', message: 'No changes made' });
      return true;
    }
    setSaving(true);
    setNotice(null);
    updateStart();
    try {
      updateSuccess(
        await call('PUT /api/user/update/:userId', { userId: user._id, body: changes }),
      );
      setEdits({});
      picture.reset();
      setNotice({ kind: 'info', tone: 'success', message: SAVED });
      return true;
    } catch (error) {
      fail(error, updateFailure);
      return false;
    } finally {
      setSaving(false);
    }
  };

  const removeAccount = () =>
    deleteAccount(user._id).catch((error) => fail(error, deleteUserFailure));

  return { edits, edit, picture, saving, notice, save, removeAccount };
}

function useNotice() {
  const [notice, setNotice] = useState<Notice | null>(null);
  const reject = (error: FormError) => setNotice({ kind: 'error', error });

  /** Shows a thrown error. `store` saves it as the error of the session (spec, section 4). */
  const fail = (thrown: unknown, store: (message: string) => void) => {
    const error = toFormError(thrown);
    store(error.message);
    if (statusOf(thrown) === 401) setNotice({ kind: 'ended' });
    else if (isUnconfirmed(thrown)) setNotice({ kind: 'info', tone: 'info', message: NOT_PROVEN });
    else reject(error);
  };
  return { notice, setNotice, reject, fail };
}

async function deleteAccount(userId: string): Promise<void> {
  deleteUserStart();
  // Loaded first: if that fails, the account stays.
  const { clearUnsent } = await import('../../../lib/sign-out.ts');
  const { message } = await call('DELETE /api/user/delete/:userId', { userId });
  await clearUnsent(userId);
  // The guard then opens the sign-in page.
  deleteUserSuccess();
  toastAfterNavigation(message);
}

/** The edits of the form. They are saved while the user signs in again, then restored. */
function useEdits(user: User, notice: Notice | null, setNotice: (notice: Notice) => void) {
  const [edits, setEdits] = useState<ProfileChanges>({});
  useEffect(() => {
    const draft = takeDraft(user._id);
    if (!draft) return;
    setEdits(draft);
    setNotice({ kind: 'info', tone: 'info', message: 'We restored your unsaved changes.' });
  }, [user._id, setNotice]);

  const hasEnded = notice?.kind === 'ended';
  useEffect(() => {
    if (hasEnded) saveDraft(user._id, edits);
  }, [hasEnded, edits, user._id]);
  return [edits, setEdits] as const;
}

function isUnconfirmed(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'reauthenticate';
}

/** Returns the fields that differ, trimmed like at sign-in. A blank password means no change. */
function changesOf(user: User, edits: ProfileChanges): ProfileChanges {
  const changes: ProfileChanges = {};
  for (const field of ['username', 'email', 'profilePicture', 'bio'] as const) {
    const value = edits[field]?.trim();
    if (value !== undefined && value !== user[field]) changes[field] = value;
  }
  const links = edits.links?.map((url) => url.trim()).filter(Boolean);
  if (links && links.join('\n') !== (user.links ?? []).join('\n')) changes.links = links;
  const password = edits.password?.trim();
  if (password) changes.password = password;
  return changes;
}

const DRAFT_KEY = 'profile-draft';

type Draft = Omit<ProfileChanges, 'password'>;

/**
 * Saves unsent edits while the user signs in again. Never the password, which would be readable.
 */
function saveDraft(userId: string, { username, email, profilePicture }: Draft): void {
  try {
    const draft = { userId, username, email, profilePicture };
    sessionStorage.setItem(DRAFT_KEY, JSON.stringify(draft));
  } catch {
    // Without storage, the edits are lost when the page closes.
  }
}

/** Returns the draft that this user saved in this tab, once. */
function takeDraft(userId: string): Draft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? 'null');
    sessionStorage.removeItem(DRAFT_KEY);
    if (typeof stored !== 'object' || stored === null) return null;
    const entries = Object.entries(stored).filter(([, value]) => typeof value === 'string');
    const { userId: owner, ...draft } = Object.fromEntries(entries);
    return owner === userId && Object.keys(draft).length > 0 ? draft : null;
  } catch {
    return null;
  }
}
