/** A number of points per time window. */
export interface Limit {
  points: number;
  /** Seconds. */
  duration: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * The defaults. `RATE_LIMITS` overrides individual limits, and `Services.limits` overrides both.
 */
export const DEFAULT_LIMITS = {
  /** Failed sign-ins to one account from one address. */
  signInAccountAddress: { points: 10, duration: 15 * MINUTE },
  /** Failed sign-ins from one address, to any account. */
  signInAddress: { points: 50, duration: 15 * MINUTE },
  /** Failed sign-ins to one account, from all browsers that never signed in to it. */
  signInAccount: { points: 100, duration: HOUR },
  /** Failed sign-ins to one account, from one browser that signed in to it before. */
  signInDevice: { points: 10, duration: 15 * MINUTE },
  /** Failed sign-ins from one IPv6 network of /56. */
  signInNetwork56: { points: 150, duration: HOUR },
  /** Failed sign-ins from one IPv6 network of /48. */
  signInNetwork48: { points: 300, duration: HOUR },
  /** New accounts from one address. */
  signUp: { points: 20, duration: HOUR },
  /** Sign-ups with a taken name, from one address: each reveals that an account exists. */
  signUpTaken: { points: 100, duration: HOUR },
  /** New accounts on the site before sign-ups need a puzzle. If unset: five times `signUp`. */
  signUpUnchecked: { points: 100, duration: HOUR },
  /** Puzzles for one address, before a sign-up or a message to the owner. */
  signUpChallenge: { points: 100, duration: HOUR },
  /** Google popups and the calls that redeem them, from one address. */
  google: { points: 100, duration: 15 * MINUTE },
  /** Passkey challenges for one address; every visit to the sign-in page requests one. */
  passkey: { points: 300, duration: 15 * MINUTE },
  /**
   * Wrong second factors, per account: from each browser that signed in to it, or from all others.
   */
  secondFactor: { points: 10, duration: 15 * MINUTE },
  /** The same per day. */
  secondFactorDay: { points: 50, duration: 24 * HOUR },
  /** Password changes of one user. */
  passwordChange: { points: 20, duration: HOUR },
  /** One user's changes to a taken email: each reveals that an account exists. */
  emailTaken: { points: 20, duration: HOUR },
  /** One user's changes to another email: each sends mail. */
  emailChange: { points: 10, duration: HOUR },
  /** Invitations of one administrator. */
  invite: { points: 30, duration: HOUR },
  /** Requested mails of one kind, to one recipient. */
  mail: { points: 3, duration: HOUR },
  /** The same per day. */
  mailDay: { points: 10, duration: 24 * HOUR },
  /** Requests for mails from one address, to any recipient. */
  mailAddress: { points: 150, duration: HOUR },
  /** Messages to the owner from one address. */
  contact: { points: 5, duration: HOUR },
  /** Messages to the owner from all addresses: mail servers limit how much a site sends. */
  contactSite: { points: 100, duration: 24 * HOUR },
  /** Wrong links and codes from one address. */
  token: { points: 100, duration: 15 * MINUTE },
  /** Comments of one user. */
  comment: { points: 10, duration: MINUTE },
  /** Edits of comments by one user. */
  edit: { points: 30, duration: MINUTE },
  /** Likes that one user added or removed. */
  like: { points: 60, duration: MINUTE },
  /** Reports of comments by one user. */
  report: { points: 30, duration: HOUR },
  /** Conversations that one user follows or mutes. */
  follow: { points: 60, duration: MINUTE },
  /** Saves of posts and documents by one user. The editor makes at most 40 a minute. */
  save: { points: 120, duration: MINUTE },
  /** Downloads of all data of one user. */
  export: { points: 5, duration: HOUR },
  /** Searches with no results from one address that are counted for the owner. */
  missedSearch: { points: 20, duration: HOUR },
  /** Views from one network. Counted in memory. */
  view: { points: 120, duration: 10 * MINUTE },
  /** Uploads of one user. */
  upload: { points: 60, duration: HOUR },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof DEFAULT_LIMITS;
export type Limits = Record<LimitName, Limit>;

const names = Object.keys(DEFAULT_LIMITS) as LimitName[];

/**
 * Parses `RATE_LIMITS`: comma-separated points per seconds, such as
 * `signUp=100/3600,comment=30/60`. Throws an Error that names the wrong part and the known limits.
 */
export function parseLimits(text: string): Partial<Limits> {
  const limits: Partial<Limits> = {};
  for (const part of text.split(',')) {
    const [, key, points, duration] = /^\s*(\w+)\s*=\s*(\d{1,9})\/(\d{1,7})\s*$/.exec(part) ?? [];
    const name = names.find((known) => known === key);
    if (name === undefined || Number(points) < 1 || Number(duration) < 1) {
      throw new Error(
        `"${part.trim()}" is not name=points/seconds with one of the names ${names.join(', ')}`,
      );
    }
    limits[name] = { points: Number(points), duration: Number(duration) };
  }
  return limits;
}
