import { AuthorizationResponseError } from 'openid-client';
import { insertSignInFlow, takeStartedFlow } from '../../../db/queries/sign-in-flows.ts';
import type { Services } from '../../services.ts';
import { FLOW_MINUTES, flowChecks, flowIdHash, newFlowSecret, REDEEM_MINUTES } from './flow.ts';
import type { IdentityProvider } from './settings.ts';

/** The popup couldn't prove an identity. `cause` is the provider's error, if any. */
export class PopupRefusal extends Error {
  override name = 'PopupRefusal';
  readonly status: 200 | 400 | 401;
  /** The page's id for its attempt. Empty if the page is unknown. */
  readonly attempt: string;
  /** Whether the flow of this browser's cookie has ended. */
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

export type Popup = ReturnType<typeof createPopup>;

/** The two halves of the flow in the popup: to the provider and back. */
export function createPopup({ database, now }: Services, provider: IdentityProvider) {
  const inMinutes = (minutes: number) => new Date(now().getTime() + minutes * 60 * 1000);
  return {
    /** Starts a flow. Returns the secret for the browser's cookie and the provider's URL. */
    async begin(attempt: string) {
      const secret = newFlowSecret();
      const target = await provider.authorizationUrl(secret);
      const flow = { idHash: flowIdHash(secret), attempt, expiresAt: inMinutes(FLOW_MINUTES) };
      await database.transaction((tx) => insertSignInFlow(tx, flow, now()));
      return { secret, target };
    },

    /**
     * Takes the cookie's secret and the query from the provider. Returns the proven identity and
     * the secret that redeems it once. Throws a PopupRefusal.
     */
    async finish(secret: string | undefined, query: URLSearchParams) {
      // Check before the flow is used up: a link on another site must not end a running flow.
      if (secret === undefined || query.get('state') !== flowChecks(secret).state) {
        throw new PopupRefusal(400, 'this browser did not start the flow, or has started another', {
          ended: false,
        });
      }
      const flow = await database.transaction((tx) =>
        takeStartedFlow(tx, flowIdHash(secret), now()),
      );
      // Not ended: another call may have finished this flow, and its result may be in the cookie.
      if (!flow) {
        throw new PopupRefusal(400, 'the flow is over or was used before', { ended: false });
      }
      const { attempt } = flow;
      const identity = await provider.identify(secret, query).catch((error: unknown) => {
        // The user declined, which is a normal answer.
        const status = error instanceof AuthorizationResponseError ? 200 : 401;
        throw new PopupRefusal(status, 'the provider did not prove an identity', {
          attempt,
          ended: true,
          cause: error,
        });
      });
      // A new secret, in case an attacker planted the old one in this browser.
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
