import { BadRequestError } from '../errors.ts';
import { ContentTooLongError } from './normalize.ts';
import { sanitize } from './sanitize.ts';
import { plainText } from './text.ts';

/** Content as it is stored: sanitized HTML, and its text for the search. */
export interface PreparedContent {
  content: string;
  text: string;
}

/** Makes content of outside fit to be stored. Throws a BadRequestError when it would become too long. */
export function prepareContent(html: string): PreparedContent {
  try {
    const content = sanitize(html);
    return { content, text: plainText(content) };
  } catch (error) {
    if (error instanceof ContentTooLongError) throw new BadRequestError('content is too long.');
    throw error;
  }
}
