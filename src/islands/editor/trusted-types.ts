import { createDefaultPolicy } from '../../lib/trusted-types.ts';

/**
 * Pages forbid turning text into HTML (docs/decisions/012-trusted-types.md), but Quill does so with
 * pasted content and highlighted code. The editor's pages allow this one policy: it passes plain
 * markup and escapes everything that could run.
 */

/** Parsed documents run nothing; frames inherit the page's policy. */
const HARMLESS_SINKS = ['DOMParser parseFromString', 'HTMLIFrameElement srcdoc'];
const XHTML = 'http://www.w3.org/1999/xhtml';
/** Elements that run or load code, or that parsers treat specially. */
const FORBIDDEN =
  /^(?:script|style|iframe|frame|frameset|object|embed|applet|base|link|meta|template|slot|noscript|noembed|noframes|xmp|plaintext|listing|title|textarea|select|form)$/;
const ADDRESS = /^(?:href|src|action|formaction|background|poster|data|ping|xlink:href)$/;
const SAFE_ADDRESS = /^\s*(?:https?:|mailto:|tel:|about:blank$|data:image\/(?!svg)|[/#?.]|$)/i;

/** Returns whether the markup can't run anything in a page. */
function isPlain(html: string): boolean {
  const { documentElement } = new DOMParser().parseFromString(html, 'text/html');
  return [...documentElement.querySelectorAll('*')].every(isPlainElement);
}

function isPlainElement({ localName, namespaceURI, attributes }: Element): boolean {
  if (namespaceURI !== XHTML || FORBIDDEN.test(localName)) return false;
  return [...attributes].every(
    ({ name, value }) =>
      !/^(?:on|srcdoc$)/i.test(name) && (!ADDRESS.test(name) || SAFE_ADDRESS.test(value)),
  );
}

/** Creates the policy. */
export function createMarkupPolicy(): void {
  createDefaultPolicy((html, _type, sink) =>
    HARMLESS_SINKS.includes(sink) || isPlain(html) ? html : html.replaceAll('<', '&lt;'),
  );
}
