import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';

const ENTRY = fileURLToPath(new URL('./editor-entry.ts', import.meta.url));
const ORIGIN = 'http://editor.example';

let script: Promise<string> | undefined;

/** Opens a page with only the editor, as `window.editing`. It loads nothing else. */
export async function openEditorPage(page: Page): Promise<void> {
  const code = await editorScript();
  await page.route('**/*', (route) =>
    route.request().url() === `${ORIGIN}/`
      ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' })
      : route.fulfill({ status: 204 }),
  );
  await page.goto(`${ORIGIN}/`);
  await page.addScriptTag({ content: code });
  await page.evaluate(async () => void (await window.editing.ready));
}

/** Returns the script of a page with only the editor. */
export function editorScript(): Promise<string> {
  script ??= bundle();
  return script;
}

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    // Libraries for the browser are built for production, too.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: { entry: ENTRY, formats: ['iife'], name: 'editing' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const outputs = [result].flat();
  const chunks = outputs.flatMap((one) => ('output' in one ? one.output : []));
  return chunks.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n');
}
