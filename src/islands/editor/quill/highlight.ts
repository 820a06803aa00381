import { escapeText } from '../../../lib/html.ts';

/** What Quill's syntax module asks of highlight.js 11. */
export interface Highlighter {
  versionString: string;
  highlight(code: string, options: { language: string }): { value: string };
}

const KEPT = 200;

/**
 * The highlighter of the published page, in the shape that Quill's syntax module wants. Highlighting is
 * asynchronous there and loaded only when there is code: until a block is ready it stays plain, then
 * `onReady` is called. Kinds of token get the class prefix that Quill knows (`hljs-`).
 */
export function createHighlighter(onReady: () => void): Highlighter {
  const ready = new Map<string, string>();
  const wanted = new Set<string>();

  async function prepare(key: string, code: string, language: string) {
    const { highlight } = await import('../../../lib/highlight.ts');
    const html = await highlight(code.replace(/\n$/, ''), language);
    if (ready.size >= KEPT) ready.clear();
    ready.set(key, `${html.replaceAll('class="tk-', 'class="hljs-')}\n`);
    wanted.delete(key);
    onReady();
  }

  return {
    versionString: '11',
    highlight(code, { language }) {
      const key = `${language}\n${code}`;
      const value = ready.get(key);
      if (value !== undefined) return { value };
      if (!wanted.has(key)) {
        wanted.add(key);
        // Without colors the code is as good; it is tried again when it changes.
        prepare(key, code, language).catch(() => undefined);
      }
      return { value: escapeText(code) };
    },
  };
}
