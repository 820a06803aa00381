import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { User } from '../../../../../api/contract/users.ts';
import { call } from '../../../../lib/api.ts';
import { toast } from '../../../../stores/toasts.ts';
import { FormAlert, useSubmit } from '../../../auth/FormAlert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { PasswordField } from '../../../ui/Field.tsx';
import { keys } from '../../data.tsx';

export function PasswordSection({ user }: { user: User }) {
  const [password, setPassword] = useState('');
  const alertId = useId();
  const client = useQueryClient();
  const { busy, error, submit, reject } = useSubmit(() => undefined);
  const save = () => {
    // As everywhere else (spec, section 5): sign-in trims it, too.
    const trimmed = password.trim();
    if (trimmed === '') return reject({ message: 'Please enter a new password.' });
    void submit(async () => {
      await call('PUT /api/user/update/:userId', { userId: user._id, body: { password: trimmed } });
      setPassword('');
      toast('Your password has been changed. You are signed out everywhere else.');
      void client.invalidateQueries({ queryKey: keys.sessions });
      void client.invalidateQueries({ queryKey: keys.events });
    });
  };
  return (
    <form
      noValidate
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {/* Password managers need to know whose password it is. */}
      <input type="email" hidden readOnly autoComplete="username" value={user.email} />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters. Changing it signs you out everywhere else."
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        {...(error && { errorId: alertId })}
      />
      <FormAlert id={alertId} error={error} />
      <Button
        type="submit"
        variant="secondary"
        className="mt-4"
        busy={busy}
        busyLabel="Changing..."
      >
        Change password
      </Button>
    </form>
  );
}
