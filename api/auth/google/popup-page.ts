import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ApiContext } from '../../http/context.ts';

/** What the popup tells the page that opened it; src/lib/google.ts listens. */
type PopupResult =
  | { ok: true; attempt: string; name: string; email: string; profilePhoto: string }
  | { ok: false; attempt: string };

// A channel and not `window.opener`: pages of the provider may have cut the tie between the windows. It
// reaches pages of this origin only. The message is on its way before the window goes.
const SCRIPT = `
const channel = new BroadcastChannel('inkwell-google');
channel.postMessage(JSON.parse(document.body.dataset.result));
setTimeout(() => window.close(), 50);
`;
const STYLE = `
body { margin: 0; min-height: 100vh; display: grid; place-content: center; text-align: center; font: 1rem/1.5 system-ui, sans-serif; }
`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(SCRIPT)}`,
  `style-src ${hashOf(STYLE)}`,
  // The icon that the browser asks for by itself.
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The page that ends the popup: it passes the result on and closes itself. */
export function popupPage(
  c: ApiContext,
  result: PopupResult,
  status: ContentfulStatusCode = 200,
): Response | Promise<Response> {
  c.header('Content-Security-Policy', POLICY);
  // Any other value would put this page into a group of windows of its own, which cannot close itself.
  c.header('Cross-Origin-Opener-Policy', 'unsafe-none');
  c.header('Referrer-Policy', 'no-referrer');
  return c.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Google sign-in</title>
<style>${raw(STYLE)}</style>
</head>
<body data-result="${JSON.stringify(result)}">
<main><p>You can close this window.</p><p><a href="/">Back to the site</a></p></main>
<script>${raw(SCRIPT)}</script>
</body>
</html>`,
    status,
  );
}
