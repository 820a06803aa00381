import type { MailDns, MailStatus } from '../../api/contract/mail.ts';
import type { Success } from '../../api/contract/responses.ts';
import type { LinkKind, PasswordReset, TokenInfo } from '../../api/contract/users.ts';
import { type CallOptions, json } from './api.ts';

/** Calls like those in api.ts, which every page loads. These are for the pages of accounts alone. */
export const accountApi = {
  forgotPassword: (email: string) =>
    json<Success>('POST /api/auth/forgot-password', { body: { email } }),
  resetPassword: (body: PasswordReset) => json<Success>('POST /api/auth/reset-password', { body }),
  /** Uses nothing up. */
  checkToken: (kind: LinkKind, token: string) =>
    json<TokenInfo>('POST /api/auth/check-token', { body: { kind, token } }),
  sendVerification: () => json<Success>('POST /api/auth/verify-email/send'),
  verifyEmail: (token: string) => json<Success>('POST /api/auth/verify-email', { body: { token } }),
  undoEmailChange: (token: string) =>
    json<Success>('POST /api/auth/undo-email-change', { body: { token } }),
  mailStatus: (options?: CallOptions) => json<MailStatus>('GET /api/mail/status', options),
  mailDns: (options?: CallOptions) => json<MailDns>('GET /api/mail/dns', options),
  sendTestMail: () => json<Success>('POST /api/mail/test'),
};
