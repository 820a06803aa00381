import { Hono } from 'hono';
import { handle, type LambdaEvent } from 'hono/aws-lambda';
import type { ApiEnv } from './context.ts';

type Answer = (request: Request, bindings: ApiEnv['Bindings']) => Response | Promise<Response>;

/**
 * Returns a handler for AWS Lambda, for events of API Gateway (payload formats 1.0 and 2.0) and of
 * load balancers.
 */
export function lambdaHandler(answer: Answer) {
  const app = new Hono<{ Bindings: { event: LambdaEvent } }>().all('*', (c) => {
    const remoteAddress = sourceAddress(c.env.event);
    return answer(c.req.raw, remoteAddress === undefined ? {} : { remoteAddress });
  });
  return handle(app);
}

/** The address that called the gateway. Load balancers send it only in `X-Forwarded-For`. */
function sourceAddress({ requestContext: context }: LambdaEvent): string | undefined {
  if ('http' in context) return context.http.sourceIp;
  const identity = 'identity' in context ? context.identity : undefined;
  return identity && 'sourceIp' in identity ? identity.sourceIp : undefined;
}
