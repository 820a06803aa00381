import { IMPORT_CHUNK_BYTES } from '../../../../api/contract/imports.ts';
import { failureOf, type SendOptions, sendBytes } from '../../../lib/send-bytes.ts';

const REFUSED = 'The server refused the upload. Please try again.';
const CONFLICT = 409;

/** The file was moved, deleted or changed since it was chosen. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

/**
 * Sends the piece of a file that begins at `offset`, and returns how many bytes the server has.
 * Throws an ApiFailure if the server refuses it, or an UnreadableFile.
 */
export async function sendPiece(file: File, offset: number, options: SendOptions): Promise<number> {
  const bytes = await file
    .slice(offset, offset + IMPORT_CHUNK_BYTES)
    .arrayBuffer()
    .catch((cause: unknown) => {
      throw new UnreadableFile('The file can’t be read.', { cause });
    });
  const target = {
    method: 'PUT',
    url: `/api/imports/upload?offset=${offset}`,
    headers: { 'content-type': 'application/octet-stream' },
  };
  const sent = await sendBytes(target, bytes, options);
  const isOk = sent.status >= 200 && sent.status <= 299;
  // After a lost response, the server has more than this browser knows, and says how much.
  const received = isOk || sent.status === CONFLICT ? receivedOf(sent.text) : undefined;
  // No progress: another page is sending the same piece.
  if (received === undefined || received === offset) throw failureOf(sent, REFUSED);
  return received;
}

function receivedOf(text: string): number | undefined {
  try {
    const { received } = JSON.parse(text);
    return typeof received === 'number' ? received : undefined;
  } catch {
    // Not JSON: a proxy answered.
    return undefined;
  }
}
