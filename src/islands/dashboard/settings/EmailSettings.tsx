import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MailStatus } from '../../../../api/contract/mail.ts';
import { call } from '../../../lib/api.ts';
import { toast } from '../../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { requestMessage } from '../../ui/request.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { keys } from '../data.tsx';
import { Panel } from '../overview/Panel.tsx';
import { EmailDns } from './EmailDns.tsx';
import { MailList } from './MailList.tsx';

const REFRESH_MS = 10_000;

/** The state of outgoing mail: the queue, the mail server's errors, and the DNS records. */
export function EmailSettings() {
  const status = useQuery({
    queryKey: keys.mail,
    queryFn: ({ signal }) => call('GET /api/mail/status', { signal }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <div className="mt-5 grid gap-5">
      <Panel title="Email" query={status} skeleton={<RowsSkeleton />}>
        {(data) => (data.server ? <Sending status={data} /> : <NoMail />)}
      </Panel>
      {status.data?.server && <EmailDns />}
    </div>
  );
}

function NoMail() {
  return (
    <div className="grid max-w-prose gap-3 text-sm text-soft">
      <p>
        This site sends no mail. Members who forget their password can't get a link, and emails
        aren't confirmed.
      </p>
      <p>
        Set <Code>SMTP_URL</Code> and <Code>MAIL_FROM</Code> on the server, and restart the site.
        For details, see <Code>docs/mail.md</Code>. Until then,{' '}
        <Code>npm run user -- reset-link</Code> prints a link for a member.
      </p>
    </div>
  );
}

function Sending({ status }: { status: MailStatus }) {
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: () => call('POST /api/mail/test'),
    onSuccess: ({ message }) => {
      toast(message);
      void client.invalidateQueries({ queryKey: keys.mail });
    },
    onError: (error) => toast(requestMessage(error), 'error'),
  });
  const { server, counts, problems, recent } = status;
  return (
    <>
      <p className="text-sm text-soft [overflow-wrap:anywhere]">
        From <strong className="text-ink">{server?.from}</strong> through {server?.host}.{' '}
        {counts.queued.toLocaleString('en-US')} waiting, {counts.sent.toLocaleString('en-US')} sent,{' '}
        {counts.failed.toLocaleString('en-US')} failed in the last 60 days.
      </p>
      <Button
        variant="secondary"
        small
        className="mt-3"
        busy={test.isPending}
        busyLabel="Sending..."
        onClick={() => test.mutate()}
      >
        Send a test message
      </Button>
      <MailList title="Problems" mails={problems} empty="No problems." />
      <MailList title="Latest messages" mails={recent} empty="No messages yet." />
    </>
  );
}
