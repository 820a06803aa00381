import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { type RunningServer, startServer } from './server.ts';
import { test } from './test.ts';

/**
 * Gives a file's tests, which run in order, a site that sends mail. `onStart` gets both servers
 * before the first test.
 */
export function ownMailSite(
  onStart: (mails: MailServer, blog: RunningServer) => void,
  env: NodeJS.ProcessEnv = {},
): void {
  let mails: MailServer | undefined;
  let blog: RunningServer | undefined;
  test.describe.configure({ mode: 'default' });
  test.beforeAll(async () => {
    test.setTimeout(300_000);
    mails = await startMailServer();
    const mail = { SMTP_URL: mails.url, MAIL_FROM: 'Inkwell <noreply@example.com>' };
    blog = await startServer({ env: { ...mail, ...env } });
    onStart(mails, blog);
  });
  test.afterAll(async () => {
    await blog?.stop();
    await mails?.stop();
  });
}
