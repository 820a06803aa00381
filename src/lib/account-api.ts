import type { AuditEntry, AuditList, AuditQuery } from '../../api/contract/audit.ts';
import type { MailDns, MailStatus } from '../../api/contract/mail.ts';
import type { Success } from '../../api/contract/responses.ts';
import type { SystemStatus } from '../../api/contract/system.ts';
import type {
  LinkKind,
  PasswordReset,
  Session,
  SuspensionInput,
  TokenInfo,
  User,
} from '../../api/contract/users.ts';
import { type CallOptions, id, json, search } from './api.ts';

/** The calls of the dashboard and of the pages for accounts. */
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
  suspendUser: (userId: string, body: SuspensionInput) =>
    json<User>(`PUT /api/user/suspend/${id(userId)}`, { body }),
  sessions: (options?: CallOptions) =>
    json<{ sessions: Session[] }>('GET /api/user/sessions', options),
  endSession: (sessionId: string) => json<Success>(`DELETE /api/user/sessions/${id(sessionId)}`),
  endOtherSessions: () => json<Success & { ended: number }>('DELETE /api/user/sessions'),
  /** The last events of the user's account, newest first. */
  events: (options?: CallOptions) =>
    json<{ events: AuditEntry[] }>('GET /api/user/events', options),
  audit: (query: AuditQuery, options?: CallOptions) =>
    json<AuditList>('GET /api/audit', { query, ...options }),
  /** The address of everything that matches, as a CSV file. */
  auditCsv: (query: AuditQuery) => `/api/audit${search({ ...query, format: 'csv' })}`,
  system: (options?: CallOptions) => json<SystemStatus>('GET /api/stats/system', options),
  mailStatus: (options?: CallOptions) => json<MailStatus>('GET /api/mail/status', options),
  mailDns: (options?: CallOptions) => json<MailDns>('GET /api/mail/dns', options),
  sendTestMail: () => json<Success>('POST /api/mail/test'),
};
