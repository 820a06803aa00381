import { useCallback, useEffect, useState } from 'react';
import type { UnsubscribeInfo } from '../../../api/contract/notifications.ts';
import { call } from '../../lib/api.ts';
import { FormAlert, useSubmit } from '../auth/FormAlert.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { requestMessage } from '../ui/request.ts';
import { LinkState } from './LinkState.tsx';
import { isBadToken } from './useLink.ts';

type Link =
  | { state: 'checking' }
  | { state: 'usable'; token: string; info: UnsubscribeInfo }
  | { state: 'bad' | 'unreachable'; message: string };

/** Opened by the link in a mail about comments. Only the button ends these mails. */
export function Unsubscribe() {
  const [link, setLink] = useState<Link>({ state: 'checking' });
  const check = useCallback(async () => {
    setLink({ state: 'checking' });
    const token = new URLSearchParams(window.location.search).get('token') ?? '';
    if (token === '') {
      const message = 'The link is incomplete. Was it copied only in part?';
      return setLink({ state: 'bad', message });
    }
    try {
      const info = await call('POST /api/notifications/check-token', { body: { token } });
      setLink({ state: 'usable', token, info });
    } catch (error) {
      const state = isBadToken(error) ? 'bad' : 'unreachable';
      setLink({ state, message: requestMessage(error) });
    }
  }, []);
  useEffect(() => void check(), [check]);

  if (link.state === 'usable') return <Switch {...link} />;
  return (
    <LinkState link={link} onRetry={check}>
      <Preferences>Email preferences</Preferences>
    </LinkState>
  );
}

function Switch({ token, info: initial }: { token: string; info: UnsubscribeInfo }) {
  const [info, setInfo] = useState(initial);
  const [isChanged, setChanged] = useState(false);
  const { busy, error, submit } = useSubmit(() => undefined);
  const change = () =>
    submit(async () => {
      setInfo(
        await call('POST /api/notifications/unsubscribe', { body: { token, undo: !info.isOn } }),
      );
      setChanged(true);
    });
  const topics = new Intl.ListFormat('en-US').format(info.topics);
  const name = <strong className="text-ink">{info.username}</strong>;
  return (
    <>
      {isChanged && (
        <Alert tone="success" className="mb-5">
          {info.isOn ? 'These emails are back on.' : 'These emails have stopped.'}
        </Alert>
      )}
      <p className="mb-6 text-soft [overflow-wrap:anywhere]">
        {info.isOn ? (
          <>
            {name} gets emails about {topics}. Other emails aren't affected.
          </>
        ) : (
          <>
            {name} no longer gets emails about {topics}.
          </>
        )}
      </p>
      <Button
        className="w-full"
        variant={info.isOn ? 'primary' : 'secondary'}
        busy={busy}
        busyLabel="Saving..."
        onClick={change}
      >
        {info.isOn ? 'Stop these emails' : 'Turn back on'}
      </Button>
      <FormAlert id="unsubscribe-error" error={error} />
      <p className="mt-5 text-center text-sm">
        <Preferences>Email preferences</Preferences>
      </p>
    </>
  );
}

function Preferences({ children }: { children: string }) {
  return (
    <a className="link" href="/dashboard?tab=profile&view=notifications">
      {children}
    </a>
  );
}
