import { useRef } from 'react';
import type { BlockDialogProps } from '../dialog-props.ts';
import { DialogButtons } from './DialogButtons.tsx';
import { fieldHtml, innerHtml } from './field-html.ts';
import { RichField } from './RichField.tsx';
import { RichTools } from './RichTools.tsx';

export function FootnoteDialog({ html, isNew, onSave, onClose }: BlockDialogProps) {
  const field = useRef<HTMLElement>(null);
  const save = () =>
    onSave(`<span data-footnote>${field.current ? fieldHtml(field.current) : ''}</span>`);
  return (
    <>
      <p className="mt-2 text-soft text-sm">
        Readers see a number here, and the text at the end of the post.
      </p>
      <RichTools isLine>
        <RichField
          label="Text of the footnote"
          html={innerHtml(html, '[data-footnote]')}
          field={field}
          isLine
          autoFocus
          isExample={isNew}
          className="mt-2 min-h-16"
          onEnter={save}
        />
      </RichTools>
      <DialogButtons onSave={save} onClose={onClose} />
    </>
  );
}
