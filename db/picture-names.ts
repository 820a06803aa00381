const UPLOAD_NAMES = /\d{13,15}-[A-Za-z0-9_-]+\.(?:jpg|png|webp|avif|gif)/g;

/** Returns the names of all uploaded files in these texts (URLs or HTML). */
export function namesIn(texts: (string | undefined)[]): Set<string> {
  return new Set(texts.flatMap((text) => text?.match(UPLOAD_NAMES) ?? []));
}
