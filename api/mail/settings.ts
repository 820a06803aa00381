export interface MailSettings {
  /** Contains the credentials, so it's never logged. */
  smtpUrl: string;
  from: { name: string; address: string };
}

interface Values {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
}

/**
 * Returns the settings of outgoing mail, or `undefined` if there are none. Throws the result of
 * `problem` for bad settings. Its lines never contain the server's address, which has a password.
 */
export function mailSettingsOf(
  { SMTP_URL: url, MAIL_FROM: from }: Values,
  problem: (lines: string[]) => Error,
): MailSettings | undefined {
  if (url === undefined && from === undefined) return undefined;
  if (url === undefined) throw problem(['SMTP_URL: is missing, while MAIL_FROM is set']);
  if (from === undefined) throw problem(['MAIL_FROM: is missing, while SMTP_URL is set']);
  const sender = senderOf(from);
  const lines = [
    isSmtpUrl(url) ? [] : 'SMTP_URL: must be an address such as smtp://user:password@host:587',
    sender ? [] : 'MAIL_FROM: must be an address such as Inkwell <noreply@example.com>',
  ].flat();
  if (sender === undefined || lines.length > 0) throw problem(lines);
  return { smtpUrl: url, from: sender };
}

function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
}

/** `ADDRESS`, `NAME <ADDRESS>` or `"NAME" <ADDRESS>`. */
function senderOf(text: string): MailSettings['from'] | undefined {
  if (/\p{Cc}/u.test(text)) return undefined;
  const [, name = '', address] = /^(?:([^<>]*)<([^<>]+)>)$/.exec(text) ?? [undefined, '', text];
  const isAddress = /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/.test(address ?? '');
  const unquoted = name.trim().replace(/^"(.*)"$/, '$1');
  return isAddress && address !== undefined ? { name: unquoted, address } : undefined;
}
