import { createTransport, type NodemailerError } from 'nodemailer';
import type { MailRow } from '../../db/queries/mail.ts';
import { decodedPart } from '../contract/urls.ts';
import { isLoopback } from '../env.ts';
import { mailAsHtml, mailAsText } from './layout.ts';
import type { MailSettings } from './settings.ts';
import type { MailSite } from './texts/text.ts';
import { mailText } from './texts/texts.ts';

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
/** For one mail, from the connection to the response. */
const SEND_MS = 60_000;
const MAX_ERROR_LENGTH = 500;

/** A failed attempt. The message is the server's response. */
export class SendError extends Error {
  override name = 'SendError';
  /** The server permanently refused this mail. Others may succeed. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

export interface Transport {
  /** Hands a mail to the server. Throws a SendError. */
  send(mail: MailRow): Promise<void>;
  close(): void;
}

interface Options {
  settings: MailSettings;
  /** Called for each mail: the owner can change the name. */
  siteOf(): Promise<MailSite>;
}

/** Connects for the first mail, and keeps one connection open. */
export function createMailTransport({ settings: { smtpUrl, from }, siteOf }: Options): Transport {
  const url = new URL(smtpUrl);
  const [user, pass] = [decodedPart(url.username), decodedPart(url.password)];
  const smtp = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    ...(url.port !== '' && { port: Number(url.port) }),
    secure: url.protocol === 'smtps:',
    ...(user !== '' && { auth: { user, pass } }),
    // Passwords must not travel in clear text, except on this machine.
    requireTLS: user !== '' && !isLoopback(smtpUrl),
    pool: true,
    maxConnections: 1,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);

  return {
    async send({ id, kind, to, payload, createdAt }) {
      try {
        const site = await siteOf();
        const text = mailText(site, kind, payload);
        await smtp.sendMail({
          from: { name: from.name || site.name, address: from.address },
          // As an object: a string would be parsed and could add recipients.
          to: { name: '', address: to },
          subject: text.subject,
          text: mailAsText(site, text),
          ...(!text.isPlain && { html: mailAsHtml(site, text) }),
          ...(text.replyTo && { replyTo: text.replyTo }),
          date: createdAt,
          // The same in every attempt, so mail programs can hide duplicates.
          messageId: `<${id}@${domain}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(text.unsubscribeUrl && {
              'List-Unsubscribe': `<${text.unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          signal: AbortSignal.timeout(SEND_MS),
        });
      } catch (error) {
        throw toSendError(error as NodemailerError, url);
      }
    },
    close: () => smtp.close(),
  };
}

function toSendError(error: NodemailerError, { username, password }: URL): SendError {
  const words = error.response ?? error.message;
  const secrets = [password, decodedPart(password), username, decodedPart(username)].filter(
    Boolean,
  );
  const safe = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), words);
  const isOwn = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  return new SendError(
    safe.replace(/\p{Cc}+/gu, ' ').slice(0, MAX_ERROR_LENGTH),
    isOwn && error.permanent === true,
  );
}
