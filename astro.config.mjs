import { getAdapter } from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { proxiedInDevelopment } from './api/http/routes.ts';
import { recordModules } from './scripts/build-inputs.ts';
import { codeSplitting, partialGroups } from './scripts/chunks.ts';

/**
 * The Node adapter with our own server entry: Hono serves the site, and only asks Astro for pages
 * (docs/decisions/002-astro-as-a-renderer.md).
 */
function renderer() {
  return {
    name: 'inkwell:renderer',
    hooks: {
      'astro:config:done': ({ setAdapter }) =>
        setAdapter({
          ...getAdapter({ staticHeaders: false }),
          serverEntrypoint: new URL('./src/renderer.ts', import.meta.url),
        }),
    },
  };
}

const API = process.env.API_URL ?? 'http://127.0.0.1:4322';

/**
 * Builds the renderer with its dependencies in one bundle: the render thread then needs 180 MB
 * less. Native modules stay outside, and so does what only browsers run.
 */
function bundleDependencies() {
  const native = ['better-sqlite3', 'sharp', 'satori', 'subset-font', 'pg'];
  const browserOnly = ['quill', 'lodash-es'];
  return {
    name: 'inkwell:bundle-dependencies',
    apply: 'build',
    config: () => ({ ssr: { noExternal: true, external: [...native, ...browserOnly] } }),
  };
}

/** Quill needs 3 of lodash's functions, which take 6 KB less in this replacement for lodash. */
const LODASH = {
  'lodash-es': 'es-toolkit/compat',
  'lodash.clonedeep': 'es-toolkit/compat/cloneDeep',
  'lodash.isequal': 'es-toolkit/compat/isEqual',
};

export default defineConfig({
  output: 'server',
  adapter: renderer(),
  integrations: [react(), recordModules()],
  session: false,
  // No Markdown here; its highlighter would want inline styles.
  markdown: { syntaxHighlight: false },
  trailingSlash: 'ignore',
  // Prefetches links marked `data-astro-prefetch` on hover.
  prefetch: { defaultStrategy: 'hover' },
  // Keeps the space between a line of text and a link on the next line.
  compressHTML: true,
  devToolbar: { enabled: false },
  // A small separate stylesheet would delay the first paint; the policy names its hash.
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
    plugins: [tailwindcss(), bundleDependencies(), partialGroups],
    resolve: { alias: LODASH },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
    server: { proxy: Object.fromEntries(proxiedInDevelopment().map((pattern) => [pattern, API])) },
  },
});
