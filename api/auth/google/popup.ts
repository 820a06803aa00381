import { AuthorizationResponseError } from 'openid-client';
import { insertSignInFlow, takeStartedFlow } from '../../../db/queries/sign-in-flows.ts';
import type { VerifiedIdentity } from '../../../db/schema.ts';
import type { Services } from '../../services.ts';
import { FLOW_MINUTES, flowChecks, flowIdHash, newFlowSecret, REDEEM_MINUTES } from './flow.ts';
import type { IdentityProvider } from './provider.ts';

/** The popup comes to nothing. `cause` says why. */
export class PopupRefusal extends Error {
  override name = 'PopupRefusal';
  readonly status: 200 | 400 | 401;
  /** What the page calls its attempt; empty when it is not known which page that is. */
  readonly attempt: string;
  /** Has the flow of this browser's cookie come to its end? */
  readonly ended: boolean;

  constructor(
    status: 200 | 400 | 401,
    message: string,
    flow: { attempt?: string; ended: boolean; cause?: unknown },
  ) {
    super(message, { cause: flow.cause });
    this.status = status;
    this.attempt = flow.attempt ?? '';
    this.ended = flow.ended;
  }
}

/** The two halves of what happens in the popup: on the way to the provider, and back. */
export function createPopup({ database, now }: Services, provider: IdentityProvider) {
  const inMinutes = (minutes: number) => new Date(now().getTime() + minutes * 60 * 1000);
  return {
    /** Begins a flow; gives the secret for this browser's cookie and where the popup goes. */
    async begin(attempt: string): Promise<{ secret: string; target: URL }> {
      const secret = newFlowSecret();
      const target = await provider.authorizationUrl(secret);
      const flow = { idHash: flowIdHash(secret), attempt, expiresAt: inMinutes(FLOW_MINUTES) };
      await database.transaction((tx) => insertSignInFlow(tx, flow, now()));
      return { secret, target };
    },

    /**
     * Takes the cookie's secret and the query that the provider sent back; gives who signed in, and the
     * secret that redeems this once. Throws a PopupRefusal.
     */
    async finish(
      secret: string | undefined,
      query: URLSearchParams,
    ): Promise<{ attempt: string; identity: VerifiedIdentity; ticket: string }> {
      // Looked at before the flow is used up: a link from elsewhere must not end a flow under way.
      if (secret === undefined || query.get('state') !== flowChecks(secret).state) {
        throw new PopupRefusal(400, 'this browser did not begin the flow, or began another since', {
          ended: false,
        });
      }
      const flow = await database.transaction((tx) =>
        takeStartedFlow(tx, flowIdHash(secret), now()),
      );
      // Not ended: the cookie may hold what this very flow has proven meanwhile.
      if (!flow) {
        throw new PopupRefusal(400, 'the flow is over or was used before', { ended: false });
      }
      const { attempt } = flow;
      const identity = await provider.identify(secret, query).catch((error: unknown) => {
        // The person said no: that is an answer, not a mistake.
        const status = error instanceof AuthorizationResponseError ? 200 : 401;
        throw new PopupRefusal(status, 'the provider did not prove an identity', {
          attempt,
          ended: true,
          cause: error,
        });
      });
      // A new secret: one that somebody planted in this browser before is worth nothing now.
      const ticket = newFlowSecret();
      const proven = {
        idHash: flowIdHash(ticket),
        attempt,
        identity,
        expiresAt: inMinutes(REDEEM_MINUTES),
      };
      await database.transaction((tx) => insertSignInFlow(tx, proven, now()));
      return { attempt, identity, ticket };
    },
  };
}
