import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  IdentityList,
  LinkedIdentity,
  SignInProvider,
} from '../../../../../api/contract/identities.ts';
import { call } from '../../../../lib/api.ts';
import { ProviderButton } from '../../../auth/ProviderSignIn.tsx';
import { attempt } from '../../../ui/attempt.ts';
import { Button } from '../../../ui/Button.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { exactTime } from '../../../ui/time.ts';
import { keys } from '../../data.tsx';
import { failureText, MethodRow, RemovalDialog, useSecurityRefresh } from './security.tsx';

/** Accounts at other sites that sign in to this one. */
export function IdentitySection() {
  const query = useQuery({
    queryKey: keys.identities,
    queryFn: ({ signal }) => call('GET /api/auth/identities', { signal }),
    staleTime: 0,
  });
  return (
    <>
      <p className="mb-3 text-soft text-sm">
        Sign in with an account that you have at another site, without a password.
      </p>
      <Loaded
        compact
        query={query}
        skeleton={<RowsSkeleton count={1} />}
        title="Your linked accounts couldn't be loaded"
      >
        {(list) => <Identities {...list} />}
      </Loaded>
    </>
  );
}

function Identities({ identities, providers }: IdentityList) {
  const [removing, setRemoving] = useState<LinkedIdentity | null>(null);
  return (
    <>
      {identities.length === 0 && <p className="text-muted text-sm">No account is linked yet.</p>}
      {identities.length > 0 && (
        <ul className="border-line border-t">
          {identities.map((identity) => (
            <MethodRow
              key={identity._id}
              id={`identity-${identity._id}`}
              title={identity.name}
              chip={identity.provider === null && 'Not available'}
              details={
                <>
                  Linked <time dateTime={identity.linkedAt}>{exactTime(identity.linkedAt)}</time>
                </>
              }
            >
              <Button
                variant="quiet"
                small
                className="text-danger"
                aria-describedby={`identity-${identity._id}`}
                onClick={() => setRemoving(identity)}
              >
                Unlink
              </Button>
            </MethodRow>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {providers.map((provider) => (
          <LinkButton key={provider.id} provider={provider} />
        ))}
      </div>
      <RemovalDialog
        target={removing}
        title={`Unlink your ${removing?.name ?? ''} account?`}
        text="You can't sign in with it anymore, until you link it again."
        label="Unlink"
        remove={({ _id }, proof) =>
          call('DELETE /api/auth/identities/:id', { id: _id, body: proof })
        }
        done={({ name }) => `Your ${name} account is no longer linked.`}
        unchanged="Nothing was changed."
        onClose={() => setRemoving(null)}
      />
    </>
  );
}

function LinkButton({ provider }: { provider: SignInProvider }) {
  const refresh = useSecurityRefresh();
  const link = async () => {
    await attempt(
      () => call('POST /api/auth/identities', { body: { provider: provider.id } }),
      ({ message }) => message,
      (error) => failureText(error, 'Nothing was linked.'),
    );
    refresh();
    return false;
  };
  return (
    <ProviderButton provider={provider} className="" onProven={link}>
      Link {provider.name}
    </ProviderButton>
  );
}
