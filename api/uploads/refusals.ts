import type { PictureKind } from '../contract/uploads.ts';
import {
  ApiError,
  BadRequestError,
  ForbiddenError,
  NotFoundError,
  PayloadTooLargeError,
  UnavailableError,
} from '../errors.ts';

/** The one text that the profile form shows for a picture that is too large or no picture at all. */
const PROFILE_TEXT = 'Could not upload image (File must be less than 2MB)';

/** What is told when the bytes are, or are announced as, no picture of an accepted type. */
export function notAPicture(kind: PictureKind): BadRequestError {
  return new BadRequestError(
    kind === 'profile' ? PROFILE_TEXT : 'Choose a JPEG, PNG, WebP, AVIF or GIF picture.',
  );
}

function tooLargeText(kind: PictureKind): string {
  return kind === 'profile' ? PROFILE_TEXT : 'The picture is too large: it may have at most 10 MB.';
}

/** For a size that is announced. */
export function tooLarge(kind: PictureKind): BadRequestError {
  return new BadRequestError(tooLargeText(kind));
}

/** For bytes that keep coming. What is left of the body is not read, so the connection ends here. */
export function bodyTooLarge(kind: PictureKind): PayloadTooLargeError {
  const error = new PayloadTooLargeError(tooLargeText(kind));
  error.headers.Connection = 'close';
  return error;
}

export function incomplete(): BadRequestError {
  return new BadRequestError('The picture did not arrive completely. Please try again.');
}

export function unreadable(): BadRequestError {
  return new BadRequestError('The picture is damaged and cannot be read.');
}

function outOfTime(): UnavailableError {
  return new UnavailableError('The server was too busy for this picture. Please try again.', 10);
}

/** For what the decoder throws: it may have run out of time, which says nothing about the picture. */
export function undecodable(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return error instanceof Error && /timeout/i.test(error.message) ? outOfTime() : unreadable();
}

/** For a decoder's process that ended without an answer: killed, or brought down by the picture. */
export function brokenOff(signal: NodeJS.Signals | null): ApiError {
  return signal === 'SIGKILL' ? outOfTime() : unreadable();
}

/** `frames`: whether all frames of an animation count. */
export function tooManyPixels(megapixels: number, frames: boolean): BadRequestError {
  const together = frames ? ', all frames together' : '';
  return new BadRequestError(
    `The picture has too many pixels: at most ${megapixels} megapixels${together}.`,
  );
}

export function unknownUpload(): NotFoundError {
  return new NotFoundError('This upload has expired. Please choose the picture again.');
}

export function onlyAdministrators(): ForbiddenError {
  return new ForbiddenError('Only administrators can upload pictures for posts.');
}

/** A full disk is told in words; any other fault is passed on. */
export function orStorageFull(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? new ApiError(507, 'There is no space left on the server for this picture.')
    : error;
}
