import { Resolver } from 'node:dns/promises';
import type { MailDns } from '../contract/mail.ts';

const TIMEOUT_MS = 2_000;
/** DNS can't list the keys of a domain. Common providers use these names. */
const SELECTORS = (
  'default dkim mail google selector1 selector2 s1 s2 k1 k2 k3 fm1 fm2 fm3 pm resend mta smtp ' +
  'zoho mxvault protonmail sig1 brevo mailjet amazonses'
).split(' ');

type Lookup = (name: string) => Promise<string[]>;

/** Returns the TXT records of a name: none if it doesn't exist. Throws if DNS doesn't answer. */
function createLookup(): Lookup {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
      throw error;
    }
  };
}

/** Returns the DNS records for mail from a domain. `null`: DNS didn't answer. */
export async function readMailDns(domain: string, lookup = createLookup()): Promise<MailDns> {
  const orNull = <T>(record: Promise<T>) => record.catch(() => null);
  const [spf, dmarc, dkim] = await Promise.all([
    orNull(recordOf(lookup, domain, /^v=spf1(?:\s|$)/i)),
    orNull(dmarcOf(lookup, domain)),
    orNull(dkimOf(lookup, domain)),
  ]);
  return { domain, spf, dkim, dmarc };
}

async function recordOf(lookup: Lookup, name: string, pattern: RegExp): Promise<string> {
  return (await lookup(name)).find((record) => pattern.test(record)) ?? '';
}

/** The record of a parent domain applies to its subdomains. */
async function dmarcOf(lookup: Lookup, domain: string): Promise<string> {
  for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    const record = await recordOf(lookup, `_dmarc.${name}`, /^v=DMARC1/i);
    if (record) return record;
  }
  return '';
}

async function dkimOf(lookup: Lookup, domain: string): Promise<string[]> {
  const found = await Promise.all(
    SELECTORS.map(async (selector) => {
      const record = await recordOf(lookup, `${selector}._domainkey.${domain}`, /\bp=/);
      return record ? [selector] : [];
    }),
  );
  return found.flat();
}
