import type { AuditEntry } from '../../api/contract/audit.ts';
import type { Success } from '../../api/contract/responses.ts';
import type { LinkKind, PasswordReset, Session, TokenInfo } from '../../api/contract/users.ts';
import { type CallOptions, id, json } from './api.ts';

/** The calls of the profile and of the links in mails. */
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
  sessions: (options?: CallOptions) =>
    json<{ sessions: Session[] }>('GET /api/user/sessions', options),
  endSession: (sessionId: string) => json<Success>(`DELETE /api/user/sessions/${id(sessionId)}`),
  endOtherSessions: () => json<Success & { ended: number }>('DELETE /api/user/sessions'),
  /** The last events of the user's account, newest first. */
  events: (options?: CallOptions) =>
    json<{ events: AuditEntry[] }>('GET /api/user/events', options),
};
