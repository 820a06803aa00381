import type { Node } from '../nodes/node.ts';
import type { Services } from '../services.ts';
import { siteName } from '../site/read-site.ts';
import type { Notices } from './mailer.ts';
import { MailSender } from './sender.ts';
import { createMailTransport } from './transport.ts';

type Options = Pick<Services, 'env' | 'database' | 'log' | 'now'> & {
  node: Node;
  notices?: Notices | undefined;
};

/**
 * Sends queued mail in this process. With several nodes, the holder of the lease sends, until its
 * process ends. Returns `undefined` if the site sends no mail, and on nodes that only serve it.
 */
export function startMail({
  env,
  database,
  node,
  log,
  now,
  notices,
}: Options): MailSender | undefined {
  if (env.mail === undefined || env.role === 'web') return undefined;
  const { mail: settings } = env;
  const siteOf = async () => ({ name: await siteName(database.read), url: env.siteUrl });
  const createTransport = () => createMailTransport({ settings, siteOf });
  return new MailSender({ node, createTransport, log, now, notices });
}
