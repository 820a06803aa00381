import { expect } from 'vitest';
import { makeAccount, type TestApp } from '../../support/app.ts';
import { lastMail } from '../mail/support.ts';

export const ask = (app: TestApp, email: string, more: object = {}) =>
  app.call('POST /api/auth/emaillink', { json: { email, ...more } });
export const check = (app: TestApp, token: string) =>
  app.call('POST /api/auth/emaillink/check', { json: { token } });
export const redeem = (app: TestApp, token: string, username?: string) =>
  app.call('POST /api/auth/emaillink/redeem', { json: { token, username } });

/** Asks for a link, and returns its secret. */
export async function linkTo(app: TestApp, email: string, more: object = {}): Promise<string> {
  expect((await ask(app, email, more)).status).toBe(200);
  return (await lastMail(app, 'sign-in-link')).token;
}

export const proven = (app: TestApp, values: Parameters<typeof makeAccount>[1] = {}) =>
  makeAccount(app.database, { emailVerified: true, ...values });

export async function whoIs(app: TestApp, Cookie: string): Promise<string | null> {
  const { body } = await app.call('GET /api/auth/session', { headers: { Cookie } });
  return body.user?.email ?? null;
}
