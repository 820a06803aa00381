/** What the owner sets in the dashboard. What the process needs to start is in its environment. */
export interface OwnerSettings {
  /** Days that entries of the audit log are kept. */
  auditDays: number;
  /** When a sign-up must solve a puzzle: after many in the last hour, or always. */
  signUpCheck: 'auto' | 'always';
  /** Whether new passwords are looked up at Have I Been Pwned. */
  checkPwned: boolean;
  /** Administrators can't work in the dashboard without a passkey or two-step verification. */
  requireSecondFactor: boolean;
  /** Members must confirm their email before they comment. Only on a site that sends mail. */
  verifyBeforeComment: boolean;
  /** Views are counted, without addresses and cookies. */
  countViews: boolean;
}
