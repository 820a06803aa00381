/** A puzzle in the format of ALTCHA 2. All values are signed, and bytes are in hex. */
export interface Challenge {
  parameters: {
    nonce: string;
    salt: string;
    /** Iterations of PBKDF2 for one try. */
    cost: number;
    keyLength: number;
    /** Prefix of the key to find. */
    keyPrefix: string;
  };
  signature: string;
}

/** The answer of `POST /api/auth/signup-challenge`. */
export interface SignUpChallenge {
  challenge: Challenge;
  /** The solution is below it. */
  maxTries: number;
}

/** Sent with a sign-up after the server answered with the code `check_required`. */
export interface SolvedChallenge {
  challenge: Challenge;
  solution: { counter: number; derivedKey: string };
}
