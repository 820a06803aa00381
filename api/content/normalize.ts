import { writeContent } from '../contract/content/write.ts';
import { BadRequestError } from '../errors.ts';
import { parse } from './parse.ts';

/** Short input can produce long output: each paragraph repeats the link around it. */
const MAX_OUTPUT_LENGTH = 2 * 1024 * 1024;

export class ContentTooLongError extends BadRequestError {
  override name = 'ContentTooLongError';

  constructor() {
    super('content is too long.');
  }
}

/**
 * Returns HTML in the stored form of posts (see `writeContent`).
 *
 * @throws {ContentTooLongError} when the result is over 2 MiB
 */
export function normalize(html: string): string {
  return writeContent(parse(html), (length) => {
    if (length > MAX_OUTPUT_LENGTH) throw new ContentTooLongError();
  });
}
