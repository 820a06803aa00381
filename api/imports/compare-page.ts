import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1c1a17, #e9e4da); --line: light-dark(#e6ddcd, #293144); }
* { box-sizing: border-box; }
body { margin: 0; height: 100vh; height: 100dvh; display: grid; grid-auto-rows: 1fr; color: var(--ink); background: light-dark(#fbf7f0, #10141f); font: 0.875rem/1.5 system-ui, sans-serif; }
section { min-height: 0; display: flex; flex-direction: column; border-top: 1px solid var(--line); }
header { padding: 0.625rem 1rem; overflow-wrap: anywhere; }
h1, h2, p { display: inline; margin: 0; font-size: inherit; }
h1 { position: absolute; clip-path: inset(50%); }
p { margin-inline-start: 0.5rem; }
a { color: inherit; text-underline-offset: 3px; }
iframe { flex: 1; min-height: 0; width: 100%; border: 0; border-top: 1px solid var(--line); background: #fff; }
@media (min-width: 48rem) {
  body { grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); }
  section + section { border-inline-start: 1px solid var(--line); }
}
`;

const hash = createHash('sha256').update(STYLE).digest('base64');

/** The old site may redirect to another host. It never learns the address of this page. */
export const COMPARE_POLICY = `default-src 'none'; style-src 'sha256-${hash}'; frame-src http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/**
 * Returns a page that shows a post on the old site beside the rehearsed one. `base`: the address of
 * the rehearsed site, without a slash at the end.
 */
export function comparePage(
  { title, oldAddress, newAddress }: { title: string; oldAddress: string; newAddress: string },
  base: string,
) {
  const here = base + newAddress;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Compare: ${title || 'Untitled'}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<h1>Compare: ${title || 'Untitled'}</h1>
<section>
<header><h2>On the old site</h2> <p>Nothing here? <a href="${oldAddress}" target="_blank" rel="noreferrer">Open it in a new tab</a></p></header>
<iframe title="On the old site" src="${oldAddress}" sandbox="allow-scripts allow-same-origin" referrerpolicy="no-referrer"></iframe>
</section>
<section>
<header><h2>Here</h2> <p><a href="${here}">${newAddress}</a></p></header>
<iframe title="Here" src="${here}"></iframe>
</section>
</body>
</html>`;
}
