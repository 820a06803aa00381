import node from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';

/**
 * The Node adapter, with its server entry replaced by src/renderer.ts: our server is Hono, and it only
 * asks Astro for a page (docs/decisions/002-astro-as-a-renderer.md).
 */
function renderer() {
  const base = node({ mode: 'middleware' });
  return {
    ...base,
    hooks: {
      ...base.hooks,
      'astro:config:done': (context) =>
        base.hooks['astro:config:done']({
          ...context,
          setAdapter: (adapter) =>
            context.setAdapter({
              ...adapter,
              serverEntrypoint: new URL('./src/renderer.ts', import.meta.url),
            }),
        }),
    },
  };
}

const API = process.env.API_URL ?? 'http://127.0.0.1:4322';

/** Islands may be `client:near`. */
function nearDirective() {
  return {
    name: 'inkwell:client-near',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) =>
        addClientDirective({ name: 'near', entrypoint: './src/scripts/client-near.ts' }),
    },
  };
}

export default defineConfig({
  output: 'server',
  adapter: renderer(),
  integrations: [react(), nearDirective()],
  session: false,
  // No Markdown here; its highlighter would want inline styles.
  markdown: { syntaxHighlight: false },
  trailingSlash: 'ignore',
  // Links marked `data-astro-prefetch` are fetched when the pointer rests on them.
  prefetch: { defaultStrategy: 'hover' },
  // The default drops the space between a line of text and a link on the next line.
  compressHTML: true,
  devToolbar: { enabled: false },
  // A small sheet of its own would hold up the first paint for a round trip; the policy names its hash.
  build: { assets: '_assets', inlineStylesheets: 'auto' },
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  security: {
    checkOrigin: false,
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data: blob: http: https:",
        "font-src 'self'",
        'frame-src https://www.youtube-nocookie.com https://www.youtube.com https://player.vimeo.com',
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "require-trusted-types-for 'script'",
      ],
      // Attributes only: authors may color their text. Style elements stay forbidden.
      styleDirective: {
        resources: ["'self'", { resource: "'unsafe-inline'", kind: 'attribute' }],
        hashes: [],
      },
      scriptDirective: { resources: ["'self'"] },
    },
  },
  vite: {
    plugins: [tailwindcss()],
    ssr: { noExternal: true, external: ['better-sqlite3', 'sharp', 'satori', '@libsql/client'] },
    server: { proxy: { '/api': API, '/uploads': API, '^/post/[^/]+/comments\\.xml$': API } },
  },
});
