import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invitation, InvitationSent } from '../../../../api/contract/invitations.ts';
import { call } from '../../../lib/api.ts';
import { shortDate } from '../../../lib/format.ts';
import { attempt } from '../../ui/attempt.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { keys } from '../data.tsx';
import { focusListTitle } from '../lists/ListFrame.tsx';
import { ROLE_NAMES } from '../tabs.tsx';
import { LinkToCopy } from './LinkToCopy.tsx';

/** The open invitations, above the list of users. */
export function Invitations({ mail }: { mail: boolean }) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: keys.invitations,
    queryFn: ({ signal }) => call('GET /api/user/invitations', { signal }),
  });
  const [canceled, setCanceled] = useState<Invitation | null>(null);
  const [sent, setSent] = useState<InvitationSent | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: keys.invitations });
  const cancel = async () => {
    if (!canceled) return;
    await attempt(
      () => call('DELETE /api/user/invite/:id', { id: canceled._id }),
      'The invitation was canceled.',
    );
    await refresh();
    focusListTitle();
  };
  const sendAgain = async ({ _id, email }: Invitation) => {
    await attempt(
      async () => {
        const answer = await call('POST /api/user/invite/:id', { id: _id, body: {} });
        if (answer.link) setSent(answer);
        return answer;
      },
      ({ link }) =>
        link ? 'The old link no longer works.' : `We're sending a new link to ${email}.`,
    );
    await refresh();
  };
  return (
    <>
      {data && data.invitations.length > 0 && (
        <section className="panel mt-5 px-5 py-4" aria-label="Open invitations">
          <h2 className="font-sans font-semibold text-base tracking-normal">Open invitations</h2>
          <ul className="mt-1 divide-y divide-line">
            {data.invitations.map((invitation) => (
              <Row
                key={invitation._id}
                mail={mail}
                invitation={invitation}
                onCancel={() => setCanceled(invitation)}
                onSendAgain={() => sendAgain(invitation)}
              />
            ))}
          </ul>
        </section>
      )}
      <ConfirmDialog
        open={canceled !== null}
        title="Are you sure you want to cancel this invitation?"
        onConfirm={cancel}
        onClose={() => setCanceled(null)}
      >
        {canceled && `The link that ${canceled.email} got will no longer work.`}
      </ConfirmDialog>
      <Dialog open={sent !== null} onClose={() => setSent(null)} title="Share this link">
        {sent?.link && (
          <LinkToCopy
            link={sent.link}
            email={sent.invitation.email}
            onClose={() => setSent(null)}
          />
        )}
      </Dialog>
    </>
  );
}

interface RowProps {
  /** The site sends mail. */
  mail: boolean;
  invitation: Invitation;
  onCancel: () => void;
  onSendAgain: () => Promise<void>;
}

function Row({ mail, invitation, onCancel, onSendAgain }: RowProps) {
  const { _id, email, role, invitedBy, isUsable, expiresAt } = invitation;
  const [isBusy, setBusy] = useState(false);
  const id = `invitation-${_id}`;
  const sendAgain = async () => {
    setBusy(true);
    await onSendAgain();
    setBusy(false);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 grow">
        <p id={id} className="font-semibold text-sm [overflow-wrap:anywhere]">
          {email}
        </p>
        <p className="text-muted text-sm">
          {ROLE_NAMES[role]}, invited by {invitedBy},{' '}
          {isUsable ? `until ${shortDate(expiresAt)}` : 'no longer valid'}
        </p>
      </div>
      <div className="-ml-3.5 flex flex-wrap items-center sm:ml-0">
        <Button
          variant="quiet"
          small
          busy={isBusy}
          busyLabel={mail ? 'Sending...' : 'Creating...'}
          aria-describedby={id}
          onClick={() => void sendAgain()}
        >
          {mail ? 'Send again' : 'New link'}
        </Button>
        <Button
          variant="quiet"
          small
          className="text-danger"
          aria-describedby={id}
          onClick={onCancel}
        >
          Cancel
        </Button>
      </div>
    </li>
  );
}
