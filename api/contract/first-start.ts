/** What the first administrator is asked after signing in for the first time, in this order. */
export const FIRST_STEPS = ['site', 'profile', 'demo', 'passkey'] as const;

export type FirstStep = (typeof FIRST_STEPS)[number];

export interface FirstStart {
  /** The steps of this site, with those that are behind the user. */
  steps: FirstStep[];
  /** Null if there's nothing left to ask. */
  next: FirstStep | null;
}
