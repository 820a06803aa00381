import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { fillField } from './field-html.ts';

interface Props {
  label: string;
  /** Stored HTML. Later changes of it aren't shown. */
  html: string;
  /** Set to the element, which `fieldHtml` reads. */
  field: RefObject<HTMLElement | null>;
  /** Text on one line: Enter doesn't split it. */
  isLine?: boolean;
  autoFocus?: boolean;
  /** Whether the text is only an example, which typing replaces. */
  isExample?: boolean;
  className?: string;
  onEnter?: () => void;
  onFocus?: () => void;
  /** Returns whether it took what is pasted. */
  onPasteData?: (data: DataTransfer) => boolean;
}

/** A field for text with bold, italic, links and, unless it `isLine`, paragraphs and lists. */
export function RichField(props: Props) {
  const { label, isLine = false, className = '', onEnter } = props;
  const field = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const node = field.current;
    const { html, autoFocus, isExample } = latest.current;
    if (!node) return;
    fillField(node, html);
    latest.current.field.current = node;
    document.execCommand('defaultParagraphSeparator', false, 'p');
    if (!autoFocus) return;
    node.focus();
    const selection = getSelection();
    selection?.selectAllChildren(node);
    if (!isExample) selection?.collapseToEnd();
  }, []);

  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !isLine || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (event.shiftKey) document.execCommand('insertLineBreak');
    else onEnter?.();
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    if (props.onPasteData?.(event.clipboardData)) return;
    const text = event.clipboardData.getData('text/plain').trim();
    document.execCommand('insertText', false, isLine ? text.replace(/\s*\n\s*/g, ' ') : text);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input has no bold words or links
    <div
      ref={field}
      role="textbox"
      tabIndex={0}
      contentEditable
      suppressContentEditableWarning
      aria-label={label}
      aria-multiline={!isLine}
      className={`prose rich-field ${className}`}
      onKeyDown={handleKey}
      onPaste={paste}
      onFocus={props.onFocus}
      onDrop={(event) => event.preventDefault()}
    />
  );
}
