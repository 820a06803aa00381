/** The steps that the first administrator is offered after the first sign-in, in order. */
export const FIRST_STEPS = ['site', 'profile', 'demo', 'passkey'] as const;

export type FirstStep = (typeof FIRST_STEPS)[number];

export interface FirstStart {
  /** The steps for this site, including finished and skipped ones. */
  steps: FirstStep[];
  /** Null if there's nothing left to ask. */
  next: FirstStep | null;
}
