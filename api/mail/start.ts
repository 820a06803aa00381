import type { Node } from '../nodes/node.ts';
import type { Services } from '../services.ts';
import { MailSender } from './sender.ts';
import { createMailTransport } from './transport.ts';

/**
 * Sends queued mail in this process, in turns with other nodes, which the lease takes care of. The
 * lease ends with the node. Returns `undefined` on a site without mail, and on nodes that only
 * serve it.
 */
export function startMail({
  env,
  node,
  siteName,
  log,
  now,
}: Pick<Services, 'env' | 'siteName' | 'log' | 'now'> & { node: Node }): MailSender | undefined {
  if (env.mail === undefined || env.role === 'web') return undefined;
  const site = { name: siteName, url: env.siteUrl };
  const { mail: settings } = env;
  const createTransport = () => createMailTransport({ settings, site });
  return new MailSender({ node, createTransport, log, now });
}
