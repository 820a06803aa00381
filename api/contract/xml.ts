/** Characters that XML 1.0 doesn't allow, not even escaped. `\p{Cs}` matches lone surrogates. */
const FORBIDDEN = /(?![\t\n\r\u007f-\u009f])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Returns text without the characters that XML forbids. */
export function xmlText(text: string): string {
  return text.replace(FORBIDDEN, '');
}

/** Returns text as the content of an XML element or attribute. */
export function escapeXml(text: string): string {
  return xmlText(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/**
 * Escapes text for the content of an HTML element, without `&apos;`, which HTML 4 doesn't support.
 */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);
}
