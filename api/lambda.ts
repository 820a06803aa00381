import { Hono } from 'hono';
import { handle, type LambdaEvent } from 'hono/aws-lambda';
import { fetch } from './function.ts';

/** The address of what called API Gateway: of the CDN, if there's one (docs/functions.md). */
function sourceAddress(event: LambdaEvent): string | undefined {
  const context = event.requestContext;
  if ('http' in context) return context.http.sourceIp;
  const identity = 'identity' in context ? context.identity : undefined;
  return identity && 'sourceIp' in identity ? identity.sourceIp : undefined;
}

const app = new Hono<{ Bindings: { event: LambdaEvent } }>().all('*', (c) => {
  const remoteAddress = sourceAddress(c.env.event);
  return fetch(c.req.raw, remoteAddress === undefined ? {} : { remoteAddress });
});

/** The function for AWS Lambda. Takes the events of API Gateway (v1 and v2) and of load balancers. */
export const handler = handle(app);
