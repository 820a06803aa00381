/**
 * Settings that the owner changes in the dashboard. Settings that the process needs to start are in
 * its environment.
 */
export interface OwnerSettings {
  /** Days that entries of the audit log are kept. */
  auditDays: number;
  /** When a sign-up needs a puzzle: after many in the last hour, or always. */
  signUpCheck: 'auto' | 'always';
  /** Whether new passwords are looked up at Have I Been Pwned. */
  checkPwned: boolean;
  /** Administrators need a passkey or two-step verification to work in the dashboard. */
  requireSecondFactor: boolean;
  /** Members must confirm their email before they comment. Only if the site sends mail. */
  verifyBeforeComment: boolean;
  /** Views are counted, without addresses or cookies. */
  countViews: boolean;
}
