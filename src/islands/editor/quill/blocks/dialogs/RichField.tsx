import { type Ref, useContext, useEffect, useImperativeHandle, useRef } from 'react';
import { toast } from '../../../../../stores/toasts.ts';
import { createField } from '../../field.ts';
import { FieldContext } from './field-context.ts';

export interface RichFieldHandle {
  focus(): void;
}

interface Props {
  ref?: Ref<RichFieldHandle>;
  label: string;
  /** Stored HTML. Later changes of it aren't shown. */
  html: string;
  onChange: (html: string) => void;
  /** Whether it's a single line, which Enter doesn't split. Later changes have no effect. */
  isLine?: boolean;
  autoFocus?: boolean;
  /** Whether the text is only an example, which typing replaces. */
  isExample?: boolean;
  className?: string;
  onEnter?: () => void;
}

/** A field for text with formats and, unless it `isLine`, paragraphs, lists and other blocks. */
export function RichField(props: Props) {
  const { ref, label, className = '' } = props;
  const { onFocus, onLink } = useContext(FieldContext);
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef({ ...props, onFocus, onLink });
  latest.current = { ...props, onFocus, onLink };
  const focus = () => host.current?.querySelector<HTMLElement>('.rich-field')?.focus();
  useImperativeHandle(ref, () => ({ focus }));

  useEffect(() => {
    const { html, autoFocus, isExample, isLine = false } = latest.current;
    if (!host.current) return;
    const quill = createField({
      host: host.current.appendChild(document.createElement('div')),
      html,
      isLine,
      onChange: (next) => latest.current.onChange(next),
      onEnter: () => latest.current.onEnter?.(),
      onLink: () => latest.current.onLink(quill),
      onPictures: () => toast("You can't insert pictures here.", 'info'),
    });
    quill.root.addEventListener('focus', () => latest.current.onFocus(quill));
    const end = quill.getLength() - 1;
    const select = () => quill.setSelection(0, end);
    if (isExample && !autoFocus) quill.root.addEventListener('focus', select, { once: true });
    if (autoFocus) {
      quill.focus();
      quill.setSelection(isExample ? 0 : end, isExample ? end : 0);
    }
    const { current } = host;
    return () => current.replaceChildren();
  }, []);
  useEffect(() => {
    host.current?.querySelector('.rich-field')?.setAttribute('aria-label', label);
  }, [label]);

  return <div ref={host} className={className} />;
}
