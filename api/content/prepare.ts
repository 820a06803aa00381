import { BadRequestError } from '../errors.ts';
import { ContentTooLongError } from './normalise.ts';
import { sanitise } from './sanitise.ts';
import { plainText } from './text.ts';

/** Content as it is stored: sanitised HTML, and its text for the search. */
export interface PreparedContent {
  content: string;
  text: string;
}

/** Makes content of outside fit to be stored. Throws a BadRequestError when it would become too long. */
export function prepareContent(html: string): PreparedContent {
  try {
    const content = sanitise(html);
    return { content, text: plainText(content) };
  } catch (error) {
    if (error instanceof ContentTooLongError) throw new BadRequestError('content is too long.');
    throw error;
  }
}
