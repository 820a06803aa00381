import type { PictureKind } from '../contract/uploads.ts';
import {
  ApiError,
  BadRequestError,
  NotFoundError,
  PayloadTooLargeError,
  UnavailableError,
} from '../errors.ts';

/** The profile form shows one message for all unusable pictures. */
const PROFILE_MESSAGE = 'Could not upload image (File must be less than 2MB)';

export function notAPicture(kind: PictureKind): BadRequestError {
  return new BadRequestError(
    kind === 'profile' ? PROFILE_MESSAGE : 'Choose a JPEG, PNG, WebP, AVIF or GIF picture.',
  );
}

function tooLargeMessage(kind: PictureKind): string {
  return kind === 'profile'
    ? PROFILE_MESSAGE
    : 'The picture is too large: it may have at most 10 MB.';
}

/** The announced size is too large. */
export function tooLarge(kind: PictureKind): BadRequestError {
  return new BadRequestError(tooLargeMessage(kind));
}

/** Too many bytes have arrived. Closes the connection, because the rest isn't read. */
export function bodyTooLarge(kind: PictureKind): PayloadTooLargeError {
  const error = new PayloadTooLargeError(tooLargeMessage(kind));
  error.headers.Connection = 'close';
  return error;
}

export function incomplete(): BadRequestError {
  return new BadRequestError('The picture did not arrive completely. Please try again.');
}

export function unreadable(): BadRequestError {
  return new BadRequestError('The picture is damaged and cannot be read.');
}

export function animatedPicture(): BadRequestError {
  return new BadRequestError(
    "Animated PNG and AVIF pictures aren't supported. Please choose an animated GIF or WebP, or a still picture.",
  );
}

export function hdrPicture(): BadRequestError {
  return new BadRequestError(
    "HDR pictures aren't supported. Please save the picture with standard dynamic range (SDR).",
  );
}

function outOfTime(): UnavailableError {
  return new UnavailableError('The server was too busy for this picture. Please try again.', 10);
}

/** Translates an error from sharp. A timeout doesn't mean that the picture is damaged. */
export function decodingFailed(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return error instanceof Error && /timeout/i.test(error.message) ? outOfTime() : unreadable();
}

/** The decoder ended without an answer: killed by its timeout, or crashed by the picture. */
export function decoderEnded(signal: NodeJS.Signals | null): ApiError {
  return signal === 'SIGKILL' ? outOfTime() : unreadable();
}

export function tooManyPixels(megapixels: number, countsFrames: boolean): BadRequestError {
  const together = countsFrames ? ', all frames together' : '';
  return new BadRequestError(
    `The picture has too many pixels: at most ${megapixels} megapixels${together}.`,
  );
}

export function unknownUpload(): NotFoundError {
  return new NotFoundError('This upload has expired. Please choose the picture again.');
}

/** Translates the error of a full disk. Returns any other error unchanged. */
export function orStorageFull(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? new ApiError(507, 'There is no space left on the server for this picture.')
    : error;
}
