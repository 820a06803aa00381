import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { UserRow } from '../../db/queries/users.ts';
import type { Client } from '../access/client.ts';
import type { RequestSession } from '../access/sessions.ts';

/** The permit of a running call (shed-load.ts). */
export interface Permit {
  /** Releases the permit while the call waits for its client. */
  release(): void;
  /** Waits for a permit again. Throws an UnavailableError when there are too many calls. */
  reacquire(): Promise<void>;
}

/** The context of every request: the type argument of each `Hono`. */
export interface ApiEnv {
  Bindings: Partial<HttpBindings> & {
    /** The peer's address if there is no socket, as in tests. */
    remoteAddress?: string;
    /** Absent in tests and for health checks, which are never refused. */
    permit?: Permit | undefined;
  };
  Variables: {
    requestId: string;
    client: Client;
    /** The signed-in user, as currently stored in the database. */
    user: UserRow | null;
    session: RequestSession | null;
  };
}

/** Behind `signedIn` or `may`, there is always a user. */
export interface SignedInEnv extends ApiEnv {
  Variables: ApiEnv['Variables'] & { user: UserRow; session: RequestSession };
}

export type ApiContext = Context<ApiEnv>;
