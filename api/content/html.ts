/** Text as HTML. */
export function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** An attribute with the space before it. */
export function attribute(name: string, value: string): string {
  return ` ${name}="${escapeText(value).replace(/"/g, '&quot;')}"`;
}
