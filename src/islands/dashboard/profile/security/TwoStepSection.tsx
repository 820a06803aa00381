import { lazy, Suspense, useState } from 'react';
import type { SecondFactorStatus, TotpSetup } from '../../../../../api/contract/passkeys.ts';
import { call } from '../../../../lib/api.ts';
import { counted } from '../../../../lib/format.ts';
import { toast } from '../../../../stores/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorState } from '../../../ui/list-states.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useSecondFactor } from '../../data.tsx';
import { CodeDialog } from './CodeDialog.tsx';
import { RecoveryCodeList } from './RecoveryCodeList.tsx';
import { failureText, useSecurityRefresh } from './security.tsx';

/** It draws the QR code, which few people ever see. */
const TotpSetupForm = lazy(async () => ({
  default: (await import('./TotpSetupForm.tsx')).TotpSetupForm,
}));

/** Fewer are worth a warning. */
const FEW_CODES = 3;
const NOT_CHANGED = "Nothing changed because you didn't confirm your identity.";

/** Codes from an authenticator app when signing in, and recovery codes. */
export function TwoStepSection() {
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const refresh = useSecurityRefresh();
  const query = useSecondFactor({ isFresh: true });
  const show = (fresh: string[]) => {
    setSetup(null);
    setCodes(fresh);
    refresh();
  };
  if (query.isPending) return <RowsSkeleton count={1} />;
  if (!query.data) {
    return (
      <ErrorState
        compact
        title="Two-step verification couldn't be loaded"
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (codes) return <RecoveryCodeList codes={codes} onDone={() => setCodes(null)} />;
  if (setup) {
    return (
      <Suspense fallback={<RowsSkeleton count={2} />}>
        <TotpSetupForm setup={setup} onDone={show} onCancel={() => setSetup(null)} />
      </Suspense>
    );
  }
  return query.data.totp ? (
    <On status={query.data} onCodes={show} onChange={refresh} />
  ) : (
    <Off onSetup={setSetup} />
  );
}

function Off({ onSetup }: { onSetup: (setup: TotpSetup) => void }) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      onSetup(await call('POST /api/auth/second-factor/totp/begin'));
    } catch (error) {
      toast(failureText(error, NOT_CHANGED), 'error');
    }
    setBusy(false);
  };
  return (
    <>
      <p className="mb-4 text-soft text-sm">
        Off. When it's on, signing in with your password also requires a code from an app on your
        phone. Passkeys don't need it.
      </p>
      <Button variant="secondary" busy={busy} busyLabel="Starting..." onClick={start}>
        Set up two-step verification
      </Button>
    </>
  );
}

interface OnProps {
  status: SecondFactorStatus;
  onCodes: (codes: string[]) => void;
  onChange: () => void;
}

function On({ status, onCodes, onChange }: OnProps) {
  const [asking, setAsking] = useState<'off' | 'codes' | null>(null);
  const { recoveryCodes: left, passkeys } = status;
  const close = () => setAsking(null);
  return (
    <>
      <p className="text-soft text-sm">
        On. Signing in with your password also requires a code from your authenticator app.
      </p>
      <p className={`mt-2 mb-4 text-sm ${left < FEW_CODES ? 'text-danger' : 'text-muted'}`}>
        {counted(left, 'recovery code')} left.
        {left < FEW_CODES && ' Get new ones, so that you can sign in without your phone.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setAsking('codes')}>
          New recovery codes
        </Button>
        <Button variant="quiet" className="text-danger" onClick={() => setAsking('off')}>
          Turn off
        </Button>
      </div>
      {asking === 'codes' && (
        <CodeDialog
          title="Get new recovery codes?"
          label="Get new codes"
          hasPasskey={passkeys > 0}
          onProof={async (proof) => {
            onCodes(
              (await call('POST /api/auth/second-factor/recovery-codes', { body: proof }))
                .recoveryCodes,
            );
          }}
          onClose={close}
        >
          The old ones stop working.
        </CodeDialog>
      )}
      {asking === 'off' && (
        <CodeDialog
          title="Turn off two-step verification?"
          label="Turn it off"
          variant="danger"
          hasPasskey={passkeys > 0}
          onProof={async (proof) => {
            toast((await call('DELETE /api/auth/second-factor/totp', { body: proof })).message);
            onChange();
          }}
          onClose={close}
        >
          You'll sign in with only your password. Your recovery codes stop working.
        </CodeDialog>
      )}
    </>
  );
}
