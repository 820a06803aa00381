import { type ReactNode, useState } from 'react';
import type { LinkKind, TokenInfo } from '../../../api/contract/users.ts';
import { ApiFailure } from '../../lib/api.ts';
import { FormAlert, useSubmit } from '../auth/FormAlert.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { LinkState } from './LinkState.tsx';
import { isBadToken, useAccountLink } from './useLink.ts';

interface Props {
  kind: LinkKind;
  /** What the button does. */
  explain: (account: TokenInfo) => ReactNode;
  label: string;
  busyLabel: string;
  /** Uses the token up. Returns the server's message. */
  onUse: (token: string) => Promise<string>;
  /** The way on afterwards. */
  next: ReactNode;
  /** Where to go when the link can't be used. */
  otherwise: ReactNode;
}

/** A button that uses up a link: opening the page doesn't. */
export function LinkButton(props: Props) {
  const { kind, explain, label, busyLabel, onUse, next, otherwise } = props;
  const { link, check, fail } = useAccountLink(kind);
  const [done, setDone] = useState<string | null>(null);
  const { busy, error, submit } = useSubmit(() => undefined);

  if (done !== null) {
    return (
      <>
        <Alert tone="success">{done}</Alert>
        <div className="mt-5 grid gap-5">{next}</div>
      </>
    );
  }
  if (link.state !== 'usable') {
    return (
      <LinkState link={link} onRetry={check}>
        {otherwise}
      </LinkState>
    );
  }
  const use = async () => {
    try {
      setDone(await onUse(link.token));
    } catch (thrown) {
      const isTaken = thrown instanceof ApiFailure && thrown.status === 409;
      if (!isBadToken(thrown) || isTaken) throw thrown;
      fail(thrown);
    }
  };
  return (
    <>
      <div className="mb-6 grid gap-3 text-soft [overflow-wrap:anywhere]">
        {explain(link.account)}
      </div>
      <Button className="w-full" busy={busy} busyLabel={busyLabel} onClick={() => submit(use)}>
        {label}
      </Button>
      <FormAlert id="link-error" error={error} />
    </>
  );
}
