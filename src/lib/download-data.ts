import { respond } from './api.ts';

/**
 * Downloads everything that the site knows about the user, and has the browser save it.
 * `onProgress` gets the bytes so far. Throws an ApiFailure, and an Error when the connection
 * breaks.
 */
export async function downloadData(onProgress: (bytes: number) => void): Promise<void> {
  const response = await respond('GET /api/user/export');
  const disposition = response.headers.get('content-disposition') ?? '';
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'my-data.zip';
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      onProgress(bytes);
      controller.enqueue(chunk);
    },
  });
  const zip = await new Response(response.body?.pipeThrough(counted)).blob();
  const url = URL.createObjectURL(zip);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Once the browser has taken it over.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
