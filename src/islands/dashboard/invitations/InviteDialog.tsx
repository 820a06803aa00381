import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import {
  INVITED_ROLES,
  type InvitationSent,
  type InvitedRole,
  MAX_INVITATION_MESSAGE,
} from '../../../../api/contract/invitations.ts';
import { call } from '../../../lib/api.ts';
import { toast } from '../../../stores/toasts.ts';
import { FormAlert, useSubmit } from '../../auth/FormAlert.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field, TextAreaField } from '../../ui/Field.tsx';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { keys } from '../data.tsx';
import { RoleChoice } from '../lists/RoleChoice.tsx';
import { LinkToCopy } from './LinkToCopy.tsx';

interface Props {
  /** The site sends mail. */
  mail: boolean;
  open: boolean;
  onClose: () => void;
}

/** Invites someone by mail. Without mail, shows the link. */
export function InviteDialog({ mail, open, onClose }: Props) {
  const [sent, setSent] = useState<InvitationSent | null>(null);
  const close = () => {
    setSent(null);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      closesOutside={false}
      title={sent?.link === undefined ? 'Invite someone' : 'Share this link'}
    >
      {open &&
        (sent?.link === undefined ? (
          <InviteForm
            mail={mail}
            onClose={close}
            onSent={(answer) => (answer.link ? setSent(answer) : close())}
          />
        ) : (
          <LinkToCopy link={sent.link} email={sent.invitation.email} onClose={close} />
        ))}
    </Dialog>
  );
}

interface FormProps {
  mail: boolean;
  onSent: (sent: InvitationSent) => void;
  onClose: () => void;
}

function InviteForm({ mail, onSent, onClose }: FormProps) {
  const client = useQueryClient();
  const alertId = useId();
  const email = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState('');
  const [role, setRole] = useState<InvitedRole>('author');
  const [message, setMessage] = useState('');
  const { busy, error, submit, reject } = useSubmit(() => email.current?.focus());
  // After the dialog has opened, which focuses the first control.
  useEffect(() => email.current?.focus(), []);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (address.trim() === '') return reject({ message: 'Please enter an email.', field: 'email' });
    void submit(async () => {
      const answer = await call('POST /api/user/invite', {
        body: { email: address, role, message },
      });
      void client.invalidateQueries({ queryKey: keys.invitations });
      if (answer.link === undefined)
        toast(`We're sending an invitation to ${answer.invitation.email}.`);
      onSent(answer);
    });
  };
  return (
    <form noValidate aria-busy={busy} onSubmit={send}>
      <div className="mt-4 grid gap-5">
        <Field
          ref={email}
          label="Email"
          name="email"
          type="email"
          autoComplete="off"
          value={address}
          errorId={error ? alertId : undefined}
          onChange={({ target }) => setAddress(target.value)}
        />
        <fieldset className="grid gap-1">
          <legend className="field-label">Role</legend>
          {INVITED_ROLES.map((one) => (
            <RoleChoice key={one} role={one} checked={one === role} onChoose={() => setRole(one)} />
          ))}
        </fieldset>
        {mail && (
          <TextAreaField
            label="Message (optional)"
            name="message"
            rows={2}
            maxLength={MAX_INVITATION_MESSAGE}
            value={message}
            onChange={({ target }) => setMessage(target.value)}
          />
        )}
      </div>
      <FormAlert id={alertId} error={error} />
      <FormButtons
        label={mail ? 'Send Invitation' : 'Create Link'}
        busy={busy}
        busyLabel={mail ? 'Sending...' : 'Creating...'}
        onCancel={onClose}
      />
    </form>
  );
}
