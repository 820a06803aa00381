import type { AuditList, AuditQuery } from '../../api/contract/audit.ts';
import type { MailDns, MailStatus } from '../../api/contract/mail.ts';
import type { Overview } from '../../api/contract/overview.ts';
import type { DemoCounts, Success } from '../../api/contract/responses.ts';
import type { SystemStatus } from '../../api/contract/system.ts';
import type { SuspensionInput, User } from '../../api/contract/users.ts';
import type { ViewDays, ViewStats } from '../../api/contract/views.ts';
import { type CallOptions, id, json, search } from './api.ts';

/** The calls of the dashboard's tabs, except for the profile. */
export const dashboardApi = {
  overview: (options?: CallOptions) => json<Overview>('GET /api/stats/desk', options),
  /** `at`: that of the overview that was shown. */
  seen: (at: string) => json<Success>('POST /api/stats/seen', { body: { at } }),
  /** Without `postId`, of the whole site. */
  views: (query: { days: ViewDays; postId?: string | undefined }, options?: CallOptions) =>
    json<ViewStats>('GET /api/stats/views', { query, ...options }),
  demo: (options?: CallOptions) => json<DemoCounts>('GET /api/demo/status', options),
  removeDemo: () => json<Success & { removed: DemoCounts }>('POST /api/demo/remove'),
  suspendUser: (userId: string, body: SuspensionInput) =>
    json<User>(`PUT /api/user/suspend/${id(userId)}`, { body }),
  audit: (query: AuditQuery, options?: CallOptions) =>
    json<AuditList>('GET /api/audit', { query, ...options }),
  /** The address of everything that matches, as a CSV file. */
  auditCsv: (query: AuditQuery) => `/api/audit${search({ ...query, format: 'csv' })}`,
  system: (options?: CallOptions) => json<SystemStatus>('GET /api/stats/system', options),
  mailStatus: (options?: CallOptions) => json<MailStatus>('GET /api/mail/status', options),
  mailDns: (options?: CallOptions) => json<MailDns>('GET /api/mail/dns', options),
  sendTestMail: () => json<Success>('POST /api/mail/test'),
};
