import type { Node } from '../nodes/node.ts';
import type { Services } from '../services.ts';
import type { Notices } from './mailer.ts';
import { MailSender } from './sender.ts';
import { createMailTransport } from './transport.ts';

type Options = Pick<Services, 'env' | 'siteName' | 'log' | 'now'> & {
  node: Node;
  notices?: Notices | undefined;
};

/**
 * Sends queued mail in this process. With several nodes, the holder of the lease sends, until its
 * process ends. Returns `undefined` if the site sends no mail, and on nodes that only serve it.
 */
export function startMail({
  env,
  node,
  siteName,
  log,
  now,
  notices,
}: Options): MailSender | undefined {
  if (env.mail === undefined || env.role === 'web') return undefined;
  const site = { name: siteName, url: env.siteUrl };
  const { mail: settings } = env;
  const createTransport = () => createMailTransport({ settings, site });
  return new MailSender({ node, createTransport, log, now, notices });
}
