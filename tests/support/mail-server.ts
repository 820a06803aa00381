import { once } from 'node:events';
import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  /** From the envelope. */
  to: string[];
  /** From the header. */
  toHeader: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  headers: ParsedMail['headers'];
}

export interface MailServer {
  /** For `SMTP_URL`. */
  url: string;
  /** Mail that was accepted so far, oldest first. */
  received: ReceivedMail[];
  /** Returns the newest mail to an address with this subject and text, once it's there. */
  wait(to: string, subject: RegExp, text?: string): Promise<ReceivedMail>;
  stop(): Promise<void>;
}

interface Options extends Pick<SMTPServerOptions, 'onRcptTo' | 'onMailFrom' | 'onAuth'> {
  port?: number;
  /** Called when a mail is complete, before the server says so. Throws to refuse it. */
  onMail?(mail: ReceivedMail): Promise<void> | void;
}

/** Longer than the pause before a second attempt. */
const WAIT_MS = 120_000;

/** Starts a real SMTP server on this machine, which keeps what it receives. */
export async function startMailServer({
  port = 0,
  onMail,
  ...options
}: Options = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    ...options,
    onData(stream, session, callback) {
      const complete = async () => {
        const parsed = await simpleParser(stream);
        const mail = toReceived(
          parsed,
          session.envelope.rcptTo.map(({ address }) => address),
        );
        await onMail?.(mail);
        received.push(mail);
      };
      complete().then(() => callback(), callback);
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    async wait(to, subject, text = '') {
      const until = Date.now() + WAIT_MS;
      while (Date.now() < until) {
        const found = received.findLast(
          (mail) => mail.to.includes(to) && subject.test(mail.subject) && mail.text.includes(text),
        );
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const others = received.map((mail) => `${mail.to}: ${mail.subject}`).join('\n');
      throw new Error(`No mail to ${to} with ${subject} and “${text}”. Received:\n${others}`);
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function toReceived(parsed: ParsedMail, to: string[]): ReceivedMail {
  const textOf = (address: AddressObject | AddressObject[] | undefined) =>
    [address ?? []]
      .flat()
      .map(({ text }) => text)
      .join(', ');
  return {
    to,
    toHeader: textOf(parsed.to),
    from: textOf(parsed.from),
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html || '',
    messageId: parsed.messageId ?? '',
    headers: parsed.headers,
  };
}

/** Returns the path and query of the link with a token in a mail. */
export function linkIn({ text }: Pick<ReceivedMail, 'text'>): string {
  const url = /https?:\/\/\S+[?&]token=[\w-]+/.exec(text)?.[0] ?? '';
  return URL.parse(url)?.pathname.concat(URL.parse(url)?.search ?? '') ?? '';
}

/** Returns the six-digit code in a mail. */
export function codeIn({ text }: Pick<ReceivedMail, 'text'>): string {
  return /^\d{6}$/m.exec(text)?.[0] ?? '';
}
