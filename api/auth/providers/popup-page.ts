import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { GOOGLE_CHANNEL, type PopupResult } from '../../contract/users.ts';
import type { ApiContext } from '../../http/context.ts';

// Not `window.opener`: the provider's pages may have severed it. A channel reaches only this
// origin. The delay lets the message leave before the window closes.
const SCRIPT = `
const channel = new BroadcastChannel('${GOOGLE_CHANNEL}');
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
  // For the favicon.
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Sends the last page of a provider's popup, which posts the result and closes the window. */
export function popupPage(
  c: ApiContext,
  { name }: { name: string },
  result: PopupResult,
  status: ContentfulStatusCode = 200,
): Response | Promise<Response> {
  c.header('Content-Security-Policy', POLICY);
  // Any other value would isolate this window, and the script couldn't close it.
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
<title>${name} sign-in</title>
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
