import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PublicUser } from '../../../../api/contract/users.ts';
import { call } from '../../../lib/api.ts';
import { attempt } from '../../ui/attempt.ts';
import { TextButton } from './TextButton.tsx';

/** Shows that a member is trusted, with a button to revoke it. */
export function Trusted({ member }: { member: PublicUser }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const revoke = async () => {
    setBusy(true);
    const work = () =>
      call('PUT /api/comment/trust/:userId', { userId: member._id, body: { trusted: false } });
    await attempt(work, `${member.username} is no longer trusted.`);
    setBusy(false);
    await client.invalidateQueries();
  };
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <span className="chip bg-success-soft text-success">Trusted</span>
      <TextButton disabled={busy} onClick={revoke}>
        Stop trusting<span className="sr-only"> {member.username}</span>
      </TextButton>
    </p>
  );
}
