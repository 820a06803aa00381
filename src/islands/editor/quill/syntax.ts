import Quill from 'quill';
import Syntax from 'quill/modules/syntax.js';

type Highlight = Parameters<Syntax['highlight']>;

/** Quill's highlighting of code, that leaves the focus where it is and names its choice of languages. */
export class PostSyntax extends Syntax {
  override initListener(): void {
    super.initListener();
    this.quill.on(Quill.events.SCROLL_BLOT_MOUNT, ({ domNode }: { domNode: Node }) => {
      if (!(domNode instanceof HTMLElement)) return;
      domNode.querySelector('select.ql-ui')?.setAttribute('aria-label', 'Language of the code');
    });
  }

  /**
   * A second after each change Quill puts the cursor back where it was, and the focus with it: away from the
   * toolbar, or from the button that one is about to press.
   */
  override highlight(...parameters: Highlight): void {
    const { selection } = this.quill;
    const { setRange } = selection;
    if (!selection.hasFocus()) selection.setRange = () => undefined;
    try {
      super.highlight(...parameters);
    } finally {
      selection.setRange = setRange;
    }
  }
}
