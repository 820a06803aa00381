import type { ErrorBody } from '../../api/contract/responses.ts';
import type { Answer, Arguments, CallOptions, Endpoint } from './api-types.ts';

/** A call that was refused, or that didn't reach the server. */
export class ApiFailure extends Error {
  override name = 'ApiFailure';
  /** The status of the response, 0 if there was none. */
  readonly status: number;
  /** `no_server`: a static host answered, which has the pages of the site but no API. */
  readonly code: ErrorBody['code'] | 'no_server';
  /** In seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    message: string,
    { code, retryAfter, cause }: Partial<Pick<ApiFailure, 'code' | 'retryAfter' | 'cause'>> = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Whether a call failed because this copy of the site has no API. */
export function hasNoServer(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'no_server';
}

/** Returns whether a failed call should be sent again. */
type FailureHandler = (error: unknown) => Promise<boolean>;

let handleFailure: FailureHandler | undefined;

/** Sets the handler that can fix the cause of a failed call, such as a session that is too old. */
export function setFailureHandler(handler: FailureHandler | undefined): void {
  handleFailure = handler;
}

/**
 * Calls an endpoint: `call('GET /api/document/:id', { id })`. Returns the body of a successful
 * response. Throws an ApiFailure for every other outcome.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...args: Arguments<E>
): Promise<Answer<E>> {
  return await parse(await respond(endpoint, ...args), args[0]);
}

/** Sends a call and, if the failure handler says so, sends it once more. */
export async function respond<E extends Endpoint>(
  endpoint: E,
  ...[request]: Arguments<E>
): Promise<Response> {
  try {
    return await send(endpoint, request ?? {});
  } catch (error) {
    if (!(await handleFailure?.(error))) throw error;
    return await send(endpoint, request ?? {});
  }
}

/** Any endpoint's request. Its other fields are parameters of the path. */
interface AnyRequest extends CallOptions {
  query?: object;
  body?: unknown;
}

async function send(endpoint: Endpoint, request: AnyRequest): Promise<Response> {
  const { query = {}, body, signal, etag } = request;
  const parameters: Record<string, unknown> = { ...request };
  const [method = '', route = ''] = endpoint.split(' ');
  const path = route.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(parameters[name])));
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (etag) headers['if-none-match'] = etag;
  const init = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(path + search(query), { ...init, credentials: 'same-origin', signal });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiFailure(0, cause instanceof Error ? cause.message : String(cause), { cause });
  }
  if (!response.ok && response.status !== 304) throw await failureOf(response);
  return response;
}

export function search(query: object): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

async function failureOf(response: Response): Promise<ApiFailure> {
  // A proxy in front of the server answers in HTML.
  const body: Partial<ErrorBody> | null = await response.json().catch(() => null);
  const { status, headers } = response;
  if (!body && STATIC_HOST.includes(status)) return noServer();
  const message =
    body?.message ||
    (status >= 500
      ? "The server couldn't answer. Please try again."
      : `Request failed (${status})`);
  const retryAfter = Number(headers.get('retry-after')) || undefined;
  return new ApiFailure(status, message, { code: body?.code, retryAfter });
}

/** Static hosts answer calls with these: not found, method not allowed, not implemented. */
const STATIC_HOST = [404, 405, 501];

/** Always 501, because callers take a 404 for a record that was deleted. */
function noServer(): ApiFailure {
  const message = "This isn't available on this copy of the site.";
  return new ApiFailure(501, message, { code: 'no_server' });
}

/** Returns the body of a response, typed like the endpoint's. */
export async function parse<E extends Endpoint>(
  response: Response,
  { signal }: CallOptions = {},
): Promise<Answer<E>> {
  try {
    return await response.json();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    // Some static hosts answer every path with a page.
    if (response.headers.get('content-type')?.startsWith('text/html')) throw noServer();
    throw new ApiFailure(response.status, 'The server sent an unreadable response.', { cause });
  }
}
