/**
 * Saves the body of a response as a file, under the name that the server gave it. Calls
 * `onProgress` with the number of bytes so far. Throws an Error if the connection breaks.
 */
export async function saveBody(
  response: Response,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const disposition = response.headers.get('content-disposition') ?? '';
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? '';
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      onProgress(bytes);
      controller.enqueue(chunk);
    },
  });
  const file = await new Response(response.body?.pipeThrough(counted)).blob();
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Once the browser has taken it over.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
