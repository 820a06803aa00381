import type { ErrorCode } from './contract/responses.ts';

/** An error that clients may see. The app's error handler sends it. */
export class ApiError extends Error {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  /** For programs that must tell two errors of the same status apart. */
  readonly code: ErrorCode | undefined;
  /** Further members of the response, such as the current record. */
  readonly body: Record<string, unknown>;

  constructor(statusCode: number, message: string, { headers = {}, code, body = {} }: Extra = {}) {
    super(message);
    this.name = new.target.name;
    this.statusCode = statusCode;
    this.headers = headers;
    this.code = code;
    this.body = body;
  }
}

interface Extra {
  headers?: Record<string, string>;
  code?: ErrorCode | undefined;
  body?: Record<string, unknown>;
}

export class BadRequestError extends ApiError {
  constructor(message: string, code?: ErrorCode) {
    super(400, message, { code });
  }
}

/** A link or code from a mail that can't be used. */
export class BadTokenError extends BadRequestError {
  constructor(message: string) {
    super(message, 'bad_token');
  }
}

/** The site sends no mail. Retrying wouldn't help, so there's no `Retry-After`. */
export class NoMailError extends ApiError {
  constructor() {
    super(503, "This site doesn't send mail. Please contact the site owner.", { code: 'no_mail' });
  }
}

export class UnauthorizedError extends ApiError {
  constructor(message = 'You must be signed in.', code?: ErrorCode) {
    super(401, message, { code });
  }
}

export class ForbiddenError extends ApiError {
  constructor(message = 'You are not allowed to do this.', code?: ErrorCode) {
    super(403, message, { code });
  }
}

/** The post takes no comments anymore. */
export class CommentsClosedError extends ForbiddenError {
  constructor() {
    super('Comments on this post are closed.', 'closed');
  }
}

/** The password was right, and the account has a second factor. */
export class SecondFactorError extends ApiError {
  /** `cookie` is the `Set-Cookie` value that lets the browser answer. */
  constructor(cookie: string) {
    super(401, 'Please enter the code from your authenticator app.', {
      code: 'second_factor',
      headers: { 'Set-Cookie': cookie },
    });
  }
}

/** For roles above `reader`, the mailbox alone isn't enough if the account has a passkey. */
export class PasskeyRequiredError extends UnauthorizedError {
  constructor(
    message = 'Your password was reset by mail. Please sign in with your passkey until you choose a new password in your profile. If you lost it, ask the site owner for a new password.',
  ) {
    super(message, 'passkey_required');
  }
}

/**
 * The site requires administrators to have a second factor; see the setting `requireSecondFactor`.
 */
export class SecondFactorRequiredError extends ForbiddenError {
  constructor() {
    super(
      'This site requires a passkey or two-step verification for administrators. Set one up in the dashboard, under Security.',
      'second_factor_required',
    );
  }
}

export class BadCodeError extends ApiError {
  constructor(message: string) {
    super(400, message, { code: 'bad_code' });
  }
}

/** The last proof of identity is too old; see `FRESH_SESSION_SECONDS`. */
export class ReauthenticateError extends ForbiddenError {
  constructor() {
    super("Please confirm that it's you.", 'reauthenticate');
  }
}

export class NotFoundError extends ApiError {
  constructor(message = 'Not found.') {
    super(404, message);
  }
}

/** The page existed and isn't public anymore. */
export class GoneError extends ApiError {
  constructor() {
    super(410, 'This post is no longer available.');
  }
}

/** The page has moved. */
export class MovedError extends ApiError {
  readonly location: string;

  constructor(location: string) {
    super(301, 'This page has moved.', { headers: { Location: location } });
    this.location = location;
  }
}

export class ConflictError extends ApiError {
  constructor(message: string, code?: ErrorCode, body?: Record<string, unknown>) {
    super(409, message, { code, ...(body && { body }) });
  }
}

/** The sign-up needs a solved challenge. */
export class CheckRequiredError extends ApiError {
  constructor(message: string) {
    super(428, message, { code: 'check_required' });
  }
}

export class PayloadTooLargeError extends ApiError {
  constructor(message: string) {
    super(413, message);
  }
}

export class TooManyRequestsError extends ApiError {
  /** `retryAfter` in whole seconds. */
  constructor(message: string, retryAfter: number) {
    super(429, message, { headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) } });
  }
}

export class UnavailableError extends ApiError {
  /** `retryAfter` in whole seconds. */
  constructor(message: string, retryAfter = 1) {
    super(503, message, { headers: { 'Retry-After': String(retryAfter) } });
  }
}

/** Returns the innermost cause of an error. */
export function rootCause(error: Error): Error {
  return error.cause instanceof Error ? rootCause(error.cause) : error;
}

/**
 * Returns the part of an error that may be logged: all of it, or the driver's error where Drizzle
 * wrapped it. Drizzle's message contains the query with its values, including password and session
 * hashes.
 */
export function loggable(error: Error): Error {
  for (let part: unknown = error; part instanceof Error; part = part.cause) {
    if (part.message.startsWith('Failed query')) return rootCause(error);
  }
  return error;
}

/** Returns the message of anything thrown, for a log or the screen. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? loggable(error).message : String(error);
}
