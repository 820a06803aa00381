import { type SubmitEvent, useEffect, useId, useRef } from 'react';
import { Field } from '../../ui/Field.tsx';
import { NoticeText } from '../profile/NoticeText.tsx';
import { PictureButton } from '../profile/ProfilePicture.tsx';
import { useProfile } from '../profile/useProfile.ts';
import { StepButtons } from './StepButtons.tsx';
import type { StepProps } from './step-props.ts';

/** The name and the picture of the user, as in the profile. */
export function ProfileStep({ user, onDone, isLeaving }: StepProps) {
  const { edits, edit, picture, saving, notice, save } = useProfile(user);
  const alertId = useId();
  const username = useRef<HTMLInputElement>(null);
  const isWrong = notice?.kind === 'error' && notice.error.field === 'username';
  useEffect(() => {
    if (isWrong) username.current?.focus();
  }, [isWrong]);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (Object.keys(edits).length === 0 && picture.progress === null) onDone();
    else if (await save()) onDone();
  };
  return (
    <form noValidate aria-busy={saving} onSubmit={submit}>
      <div className="mt-5 grid gap-5">
        <PictureButton
          src={picture.preview ?? edits.profilePicture ?? user.profilePicture}
          progress={picture.progress}
          uploaded={edits.profilePicture === undefined ? '' : 'Uploaded. Save to use it.'}
          onChoose={picture.choose}
        />
        <Field
          ref={username}
          label="Username"
          hint="Readers see it with your posts and comments."
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={edits.username ?? user.username}
          errorId={isWrong ? alertId : undefined}
          onChange={({ target }) => edit('username', target.value)}
        />
      </div>
      {notice?.kind !== 'info' || notice.tone !== 'success' ? (
        <NoticeText id={alertId} notice={notice} />
      ) : null}
      <StepButtons
        type="submit"
        label="Save and continue"
        busyLabel="Saving..."
        busy={saving}
        onSkip={onDone}
        isLeaving={isLeaving}
      />
    </form>
  );
}
