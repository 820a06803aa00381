/** A puzzle in the format of ALTCHA 2. All values are signed, and bytes are in hex. */
export interface Challenge {
  parameters: {
    nonce: string;
    salt: string;
    /** Iterations of PBKDF2 for one try. */
    cost: number;
    keyLength: number;
    /** The key that is sought begins with it. */
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

/** What a sign-up sends after the server answered with the code `check_required`. */
export interface SolvedChallenge {
  challenge: Challenge;
  solution: { counter: number; derivedKey: string };
}
