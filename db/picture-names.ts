/**
 * The extension is optional, so a match takes all letters of a name, and none is read twice. With a
 * required one, the time would grow with the square of the length.
 */
const NAMES = /\d{13,15}-[A-Za-z0-9_-]+(\.(?:jpg|png|webp|avif|gif))?/g;

/** Returns the names of all uploaded files in these texts (URLs or HTML). */
export function namesIn(texts: (string | undefined)[]): Set<string> {
  const names = new Set<string>();
  for (const text of texts) {
    for (const [name, extension] of (text ?? '').matchAll(NAMES)) {
      if (extension !== undefined) names.add(name);
    }
  }
  return names;
}
