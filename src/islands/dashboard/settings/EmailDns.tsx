import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { MailDns } from '../../../../api/contract/mail.ts';
import { call } from '../../../lib/api.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { keys } from '../data.tsx';
import { Panel } from '../overview/Panel.tsx';

/** Which records let other mail servers trust the domain's mail, as far as DNS says. */
export function EmailDns() {
  const dns = useQuery({
    queryKey: [...keys.mail, 'dns'],
    queryFn: ({ signal }) => call('GET /api/mail/dns', { signal }),
  });
  return (
    <Panel title="Domain records" query={dns} skeleton={<RowsSkeleton />}>
      {(data) => <Records dns={data} />}
    </Panel>
  );
}

function Records({ dns: { domain, spf, dkim, dmarc } }: { dns: MailDns }) {
  return (
    <>
      <p className="text-sm text-soft [overflow-wrap:anywhere]">
        What DNS says about mail from <strong className="text-ink">{domain}</strong>:
      </p>
      <dl className="mt-3 grid gap-3 text-sm">
        <Item name="SPF">
          <Found
            record={spf}
            missing="No record. Mail may land in spam: add the one that your provider names."
          />
        </Item>
        <Item name="DKIM">
          {dkim === null && "DNS didn't respond."}
          {dkim?.length === 0 &&
            "No key under a common name. DNS can't list keys, so compare with your provider's instructions."}
          {dkim && dkim.length > 0 && `Found: ${dkim.join(', ')}`}
        </Item>
        <Item name="DMARC">
          <Found record={dmarc} missing="No record. Large mailbox providers ask for one." />
        </Item>
      </dl>
    </>
  );
}

function Found({ record, missing }: { record: string | null; missing: string }) {
  if (record === null) return "DNS didn't respond.";
  return record ? <span className="font-mono text-xs">{record}</span> : missing;
}

function Item({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{name}</dt>
      <dd className="text-soft [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
