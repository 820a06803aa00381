import { type SubmitEvent, useId, useRef, useState } from 'react';
import type { InvitationInfo } from '../../../api/contract/invitations.ts';
import { call } from '../../lib/api.ts';
import { navigate } from '../../lib/navigate.ts';
import { signInSuccess } from '../../stores/session.ts';
import { FormAlert, useSubmit } from '../auth/FormAlert.tsx';
import { Button } from '../ui/Button.tsx';
import { Field, PasswordField } from '../ui/Field.tsx';
import { LinkState } from './LinkState.tsx';
import { isBadToken, useLink } from './useLink.ts';

const describe = (token: string): Promise<InvitationInfo> =>
  call('POST /api/auth/invitation/check', { body: { token } });

/** Opened by the link of an invitation: creates the account, and opens the dashboard. */
export function AcceptInvitation() {
  const { link, check, fail } = useLink(describe);
  if (link.state !== 'usable') {
    return (
      <LinkState link={link} onRetry={check}>
        <a className="btn btn-primary" href="/signin">
          Sign In
        </a>
      </LinkState>
    );
  }
  const { token, account } = link;
  return (
    <InvitationForm
      info={account}
      onSubmit={async (values) => {
        try {
          const body = { token, ...values };
          const { user } = await call('POST /api/auth/invitation/accept', { body });
          signInSuccess(user);
          navigate('/dashboard', { replace: true });
        } catch (error) {
          if (!isBadToken(error)) throw error;
          fail(error);
        }
      }}
    />
  );
}

interface FormProps {
  info: InvitationInfo;
  onSubmit: (values: { username: string; password: string }) => Promise<void>;
}

function InvitationForm({ info: { email, role, invitedBy, newUsername }, onSubmit }: FormProps) {
  const alertId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  const { busy, error, submit, reject } = useSubmit(({ field = 'username' }) => {
    const input = form.current?.elements.namedItem(field);
    if (input instanceof HTMLElement) input.focus();
  });
  const errorId = (field: string) =>
    error && (error.field ?? 'username') === field ? alertId : undefined;
  const onFormSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy || isLeaving) return;
    const values = new FormData(event.currentTarget);
    const username = String(values.get('username') ?? '').trim();
    const password = String(values.get('password') ?? '').trim();
    const missing = username === '' ? 'username' : password === '' ? 'password' : undefined;
    if (missing) reject({ message: 'Please fill out all the fields.', field: missing });
    else {
      void submit(async () => {
        await onSubmit({ username, password });
        setLeaving(true);
      });
    }
  };
  return (
    <form ref={form} method="post" noValidate aria-busy={busy} onSubmit={onFormSubmit}>
      <p className="mb-6 text-soft [overflow-wrap:anywhere]">
        <strong className="text-ink">{invitedBy}</strong> invited you as an {role}. Choose a
        username, which appears next to your posts, and a password.
      </p>
      <div className="grid gap-5">
        <Field label="Email" name="email" type="email" value={email} readOnly />
        <Field
          label="Username"
          name="username"
          defaultValue={newUsername}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          hint="3 to 30 letters, digits, “_”, “-”, or “.”"
          required
          errorId={errorId('username')}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          hint="At least 8 characters"
          required
          errorId={errorId('password')}
        />
      </div>
      <Button
        type="submit"
        className="mt-7 w-full"
        busy={busy || isLeaving}
        busyLabel="Creating account..."
      >
        Create Account
      </Button>
      <FormAlert id={alertId} error={error} />
    </form>
  );
}
