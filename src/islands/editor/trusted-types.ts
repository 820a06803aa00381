/**
 * Pages forbid to make HTML of text (docs/decisions/070-trusted-types.md); Quill does so for its buttons and
 * with what is pasted. On the pages of the editor this one policy stands in between: it lets plain markup
 * through and turns everything that could run into text.
 */

interface TrustedTypes {
  createPolicy(
    name: 'default',
    rules: { createHTML(html: string, type: string, sink: string): string },
  ): unknown;
}

/** Documents that run nothing (a parsed one), or only what the page's own policy lets run (a frame's). */
const HARMLESS_SINKS = ['DOMParser parseFromString', 'HTMLIFrameElement srcdoc'];
const SVG = 'http://www.w3.org/2000/svg';
const XHTML = 'http://www.w3.org/1999/xhtml';
/** What the icons of the toolbar are made of. */
const DRAWING = /^(?:svg|g|path|line|polyline|polygon|rect|circle|ellipse)$/;
/** Elements that run something, load something that does, or are read by rules of their own. */
const FORBIDDEN =
  /^(?:script|style|iframe|frame|frameset|object|embed|applet|base|link|meta|template|slot|noscript|noembed|noframes|xmp|plaintext|listing|title|textarea|select|form)$/;
const ADDRESS = /^(?:href|src|action|formaction|background|poster|data|ping|xlink:href)$/;
const SAFE_ADDRESS = /^\s*(?:https?:|mailto:|tel:|about:blank$|data:image\/(?!svg)|[/#?.]|$)/i;

/** Could this markup run anything, once it is in the page? */
export function isPlain(html: string): boolean {
  const { documentElement } = new DOMParser().parseFromString(html, 'text/html');
  return [...documentElement.querySelectorAll('*')].every(isPlainElement);
}

function isPlainElement({ localName, namespaceURI, attributes }: Element): boolean {
  if (namespaceURI === SVG && !DRAWING.test(localName)) return false;
  if (namespaceURI !== SVG && namespaceURI !== XHTML) return false;
  if (FORBIDDEN.test(localName)) return false;
  return [...attributes].every(
    ({ name, value }) =>
      !/^(?:on|srcdoc$)/i.test(name) && (!ADDRESS.test(name) || SAFE_ADDRESS.test(value)),
  );
}

let isMade = false;

/** Makes the policy, once a page; browsers without Trusted Types need none. */
export function guardMarkup(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (isMade || !trustedTypes) return;
  isMade = true;
  trustedTypes.createPolicy('default', {
    createHTML: (html, _type, sink) =>
      HARMLESS_SINKS.includes(sink) || isPlain(html) ? html : html.replaceAll('<', '&lt;'),
  });
}
