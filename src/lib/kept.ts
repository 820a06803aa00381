/** Rendered parts of pages that are the same wherever they stand, by their name. */
const kept = new Map<string, string>();

/**
 * Gives the text of a part of pages, which `render` makes the first time only. The name holds everything
 * that the text depends on. Throws what `render` throws, and keeps nothing then.
 */
export async function keep(name: string, render: () => Promise<string>): Promise<string> {
  const known = kept.get(name);
  if (known !== undefined && !import.meta.env.DEV) return known;
  const text = await render();
  kept.set(name, text);
  return text;
}
