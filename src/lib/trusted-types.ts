interface TrustedTypes {
  createPolicy(name: 'default', rules: { createHTML: CreateHtml }): unknown;
}

/** Returns the HTML to use in a sink, such as `HTMLIFrameElement srcdoc`. Null: throws there. */
type CreateHtml = (html: string, type: string, sink: string) => string | null;

let isCreated = false;

/**
 * Creates the page's policy for text that becomes HTML, once. The page has to allow it
 * (docs/decisions/012-trusted-types.md). Browsers without Trusted Types need none.
 */
export function createDefaultPolicy(createHTML: CreateHtml): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (isCreated || !trustedTypes) return;
  isCreated = true;
  trustedTypes.createPolicy('default', { createHTML });
}

/** Lets frames show a page that is given as text. Nothing else may turn text into HTML. */
export function allowFrames(): void {
  createDefaultPolicy((html, _, sink) => (sink === 'HTMLIFrameElement srcdoc' ? html : null));
}
