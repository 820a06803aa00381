import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  IdentityList,
  LinkedIdentity,
  SignInProvider,
} from '../../../../../api/contract/identities.ts';
import { type SecondFactorProof, securityApi } from '../../../../lib/security-api.ts';
import { toast } from '../../../../stores/toasts.ts';
import { ProviderButton } from '../../../auth/ProviderSignIn.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/list-states.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { exactTime } from '../../../ui/time.ts';
import { keys } from '../../data.tsx';
import { CodeDialog } from './CodeDialog.tsx';
import { failureText } from './failure-text.ts';
import { useSecondFactor } from './useSecondFactor.ts';
import { useSecurityRefresh } from './useSecurityRefresh.ts';

/** Accounts at other sites that sign in to this one. */
export function IdentitySection() {
  const query = useQuery({
    queryKey: keys.identities,
    queryFn: ({ signal }) => securityApi.identities({ signal }),
    staleTime: 0,
  });
  return (
    <>
      <p className="mb-3 text-soft text-sm">
        Sign in with an account that you have at another site, without a password.
      </p>
      {query.isPending && <RowsSkeleton count={1} />}
      {query.isError && !query.data && (
        <ErrorState
          compact
          title="Your linked accounts couldn't be loaded"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && <Identities {...query.data} />}
    </>
  );
}

function Identities({ identities, providers }: IdentityList) {
  const [removing, setRemoving] = useState<LinkedIdentity | null>(null);
  const refresh = useSecurityRefresh();
  const { data: status } = useSecondFactor();
  const close = () => setRemoving(null);
  const unlink = async ({ _id, name }: LinkedIdentity, proof?: SecondFactorProof) => {
    await securityApi.unlinkIdentity(_id, proof);
    toast(`Your ${name} account is no longer linked.`);
    refresh();
  };
  const tryToUnlink = async () => {
    try {
      if (removing) await unlink(removing);
    } catch (error) {
      toast(failureText(error, 'Nothing was changed.'), 'error');
      refresh();
    }
  };
  const title = `Unlink your ${removing?.name ?? ''} account?`;
  const text = "You can't sign in with it anymore, until you link it again.";
  return (
    <>
      {identities.length === 0 && <p className="text-muted text-sm">No account is linked yet.</p>}
      {identities.length > 0 && (
        <ul className="border-line border-t">
          {identities.map((identity) => (
            <li
              key={identity._id}
              className="flex flex-wrap items-center gap-x-2 gap-y-1 border-line border-b py-2"
            >
              <div className="min-w-40 grow text-sm">
                <p id={`identity-${identity._id}`} className="font-medium [overflow-wrap:anywhere]">
                  {identity.name}
                  {identity.provider === null && <span className="chip ml-2">Not available</span>}
                </p>
                <p className="mt-0.5 text-muted text-xs">
                  Linked <time dateTime={identity.linkedAt}>{exactTime(identity.linkedAt)}</time>
                </p>
              </div>
              <Button
                variant="quiet"
                small
                className="text-danger"
                aria-describedby={`identity-${identity._id}`}
                onClick={() => setRemoving(identity)}
              >
                Unlink
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {providers.map((provider) => (
          <LinkButton key={provider.id} provider={provider} />
        ))}
      </div>
      {removing && status?.totp ? (
        <CodeDialog
          title={title}
          label="Unlink"
          variant="danger"
          hasPasskey={status.passkeys > 0}
          onProof={async (proof) => {
            await unlink(removing, proof);
            close();
          }}
          onClose={close}
        >
          {text}
        </CodeDialog>
      ) : (
        <ConfirmDialog
          open={removing !== null}
          title={title}
          yes="Yes, unlink"
          no="Cancel"
          onConfirm={tryToUnlink}
          onClose={close}
        >
          {text}
        </ConfirmDialog>
      )}
    </>
  );
}

function LinkButton({ provider }: { provider: SignInProvider }) {
  const refresh = useSecurityRefresh();
  const link = async () => {
    try {
      toast((await securityApi.linkIdentity(provider.id)).message);
    } catch (error) {
      toast(failureText(error, 'Nothing was linked.'), 'error');
    }
    refresh();
    return false;
  };
  return (
    <ProviderButton provider={provider} className="" onProven={link}>
      Link {provider.name}
    </ProviderButton>
  );
}
