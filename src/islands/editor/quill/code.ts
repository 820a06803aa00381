import Syntax from 'quill/modules/syntax.js';
import { escapeText } from '../../../lib/html.ts';

const MAX_CACHED_BLOCKS = 200;

/** The published page's highlighter. Blocks stay plain until it calls `onReady`. */
export function createHighlighter(onReady: () => void) {
  const cache = new Map<string, string>();
  const pending = new Set<string>();

  async function prepare(key: string, code: string, language: string) {
    const { highlight } = await import('../../../lib/highlight.ts');
    const html = await highlight(code.replace(/\n$/, ''), language);
    if (cache.size >= MAX_CACHED_BLOCKS) cache.clear();
    // Quill recognizes tokens by the class prefix of highlight.js.
    cache.set(key, `${html.replaceAll('class="tk-', 'class="hljs-')}\n`);
    pending.delete(key);
    onReady();
  }

  return {
    // The version of highlight.js that has this interface.
    versionString: '11',
    highlight(code: string, { language }: { language: string }) {
      const key = `${language}\n${code}`;
      const value = cache.get(key);
      if (value !== undefined) return { value };
      if (!pending.has(key)) {
        pending.add(key);
        // On failure the block keeps plain text until it changes.
        prepare(key, code, language).catch(() => undefined);
      }
      return { value: escapeText(code) };
    },
  };
}

/** Highlights code, but never takes the focus. */
export class PostSyntax extends Syntax {
  override highlight(...parameters: Parameters<Syntax['highlight']>): void {
    // Quill restores its selection after highlighting, and takes the focus with it. If the focus is
    // on a button while the selection is still in the text, wait until the author returns.
    if (this.quill.hasFocus() || this.quill.getSelection() === null) {
      super.highlight(...parameters);
    } else {
      const onReturn = () => this.highlight(...parameters);
      this.quill.root.addEventListener('focus', onReturn, { once: true });
    }
  }
}
