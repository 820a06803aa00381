import Quill from 'quill/core.js';
import Syntax from 'quill/modules/syntax.js';
import { escapeText } from '../../../lib/html.ts';
import { PostCodeContainer } from './blocks.ts';

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
  constructor(...parameters: ConstructorParameters<typeof Syntax>) {
    super(...parameters);
    this.#listenToFields();
  }

  override highlight(...parameters: Parameters<Syntax['highlight']>): void {
    const { root } = this.quill;
    // Quill restores its selection after highlighting, and takes the focus with it. If the focus is
    // elsewhere while the selection is still in the text, wait until the author returns.
    if (document.activeElement === root || this.quill.getSelection() === null) {
      super.highlight(...parameters);
    } else {
      const onReturn = () => this.highlight(...parameters);
      root.addEventListener('focus', onReturn, { once: true });
    }
  }

  /**
   * Sets the language when the author picks it from the open list, presses Enter or leaves the
   * field. In a closed list, browsers report each name that a letter or an arrow key reaches as a
   * change, and Quill would return to the text after the first one.
   */
  #listenToFields(): void {
    const { root } = this.quill;
    let isByKey = false;
    /** The field with a name that isn't set yet. */
    let reached: HTMLSelectElement | null = null;
    const set = (field: HTMLSelectElement) => {
      reached = null;
      const code = Quill.find(field, true);
      if (code instanceof PostCodeContainer) {
        code.formatAt(0, code.length(), 'code-block', field.value);
      }
      this.highlight();
    };
    const on = <T extends 'change' | 'focusout' | 'keydown' | 'keypress'>(
      type: T,
      run: (field: HTMLSelectElement, event: HTMLElementEventMap[T]) => void,
    ) => {
      const listener = (event: HTMLElementEventMap[T]) => {
        if (event.target instanceof HTMLSelectElement) run(event.target, event);
      };
      root.addEventListener(type, listener, { capture: true });
    };
    const onKey = (field: HTMLSelectElement, event: KeyboardEvent) => {
      const { key } = event;
      isByKey = key !== 'Enter';
      // The browser reports the key's change before this runs.
      setTimeout(() => {
        isByKey = false;
      });
      if (field !== reached) return;
      if (key === 'Escape') {
        reached = null;
        const line = field.parentElement?.querySelector<HTMLElement>('[data-language]');
        field.value = line?.dataset.language ?? 'plain';
      } else if (key === 'Enter') {
        event.preventDefault();
        set(field);
        root.focus({ preventScroll: true });
      }
    };
    on('keydown', onKey);
    on('keypress', onKey);
    on('change', (field, event) => {
      event.stopPropagation();
      reached = field;
      if (isByKey) return;
      set(field);
      root.focus({ preventScroll: true });
    });
    on('focusout', (field) => field === reached && set(field));
  }
}
