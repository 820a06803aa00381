import type { ExtractSchema } from 'hono/types';
import type { createApp } from '../../api/app.ts';

/**
 * The types of every call, taken from the server's routes: the browser sends what a route checks,
 * and gets what it returns. Imports only types, so no server code gets into the browser.
 */
type Routes = ExtractSchema<ReturnType<typeof createApp>>;

/** A method and a path, as the server's routes spell them: `GET /api/document/:id`. */
export type Endpoint = {
  [Path in keyof Routes & string]: keyof Routes[Path] extends infer Method
    ? Method extends `$${infer Name}`
      ? `${Uppercase<Name>} ${Path}`
      : never
    : never;
}[keyof Routes & string];

type Route<E> = E extends `${infer Method} ${infer Path extends keyof Routes & string}`
  ? Routes[Path][`$${Lowercase<Method>}` & keyof Routes[Path]]
  : never;
type Input<E> = Extract<Route<E>, { input: unknown }>['input'];

/** The JSON that an endpoint returns. */
export type Answer<E extends Endpoint> = Extract<
  Route<E>,
  { outputFormat: 'json'; output: unknown }
>['output'];

/** The JSON that an endpoint takes. */
export type Body<E extends Endpoint> = Input<E> extends { json: infer B } ? B : never;

/** The query of an endpoint. Parameters that are undefined or empty are left out. */
export type Query<E extends Endpoint> =
  Input<E> extends { query: infer Q } ? { [Name in keyof Q]: Q[Name] | number } : never;

export interface CallOptions {
  /** Aborts the call, which then throws the signal's reason instead of an ApiFailure. */
  signal?: AbortSignal;
  /** The ETag of an earlier response. If nothing changed since, the response is 304. */
  etag?: string;
}

/** Parameters of the path have their own names: `id` for `:id`. */
type Request<E extends Endpoint> = CallOptions &
  (Input<E> extends { param: infer P } ? { [Name in keyof P]: string | number } : unknown) &
  (Input<E> extends { query: unknown } ? { query?: Query<E> } : unknown) &
  (Input<E> extends { json: infer B }
    ? Partial<B> extends B
      ? { body?: B }
      : { body: B }
    : unknown);

/** The arguments of a call after its endpoint. */
export type Arguments<E extends Endpoint> =
  CallOptions extends Request<E> ? [request?: Request<E>] : [request: Request<E>];
