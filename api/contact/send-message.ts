import { z } from 'zod';
import { visibleLine, visibleText } from '../content/invisible.ts';
import { MAX_MESSAGE_LENGTH, MAX_SENDER_LENGTH } from '../contract/mail.ts';
import { NoMailError } from '../errors.ts';
import { queueMail } from '../mail/queue.ts';
import { redeemSolution, solvedChallenge } from '../puzzles/puzzle.ts';
import { createLimiter, requirePoint, takePointWithin } from '../ratelimit/limiter.ts';
import type { Services } from '../services.ts';
import { readSite } from '../site/read-site.ts';
import { email, filledIn } from '../users/rules.ts';

/** One line, because it goes into an email header. */
const name = z
  .string('Name must be text.')
  .transform(visibleLine)
  .pipe(
    z
      .string()
      .min(1, 'Name must have at least one visible character.')
      .max(MAX_SENDER_LENGTH, `Name must have at most ${MAX_SENDER_LENGTH} characters.`),
  );

const message = z
  .string('Message must be text.')
  .transform((text) =>
    visibleText(text.toWellFormed())
      .replace(/\r\n?/g, '\n')
      .replace(/(?![\n\t])\p{Cc}/gu, '')
      .trim(),
  )
  .pipe(
    z
      .string()
      .min(1, 'Message must have at least one visible character.')
      .max(MAX_MESSAGE_LENGTH, `Message must have at most ${MAX_MESSAGE_LENGTH} characters.`),
  );

export const contactInput = filledIn(
  { name, email, message },
  'Please fill out all the fields.',
).and(z.object({ check: solvedChallenge.optional() }));

const TOO_MANY = 'Too many messages from your IP address';

/**
 * Mails a message from a reader to the owner of the site, and to no one else. `address` is the
 * client's IP address. Throws a NoMailError if the site sends no mail.
 */
export async function sendMessage(
  services: Services,
  { name, email, message, check }: z.output<typeof contactInput>,
  address: string,
): Promise<void> {
  const { database, env } = services;
  if (env.mail === undefined) throw new NoMailError();
  const own = createLimiter(services, 'contact');
  const all = createLimiter(services, 'contactSite');
  await requirePoint(own, address, TOO_MANY);
  await redeemSolution(services, check, 'Please complete a quick check to send a message.');
  const refusal = await database.transaction(async (tx) => {
    const refused =
      (await takePointWithin(tx, own, address, TOO_MANY)) ??
      (await takePointWithin(tx, all, '', 'Too many messages today'));
    if (refused) return refused;
    const { site } = await readSite(tx);
    await queueMail(tx, services, {
      kind: 'contact',
      to: site.contact.email,
      payload: { name, email, message },
    });
    return undefined;
  });
  if (refusal) throw refusal;
}
