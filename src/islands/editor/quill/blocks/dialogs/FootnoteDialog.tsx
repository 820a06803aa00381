import type { BlockDialogProps } from '../dialog-props.ts';
import { innerHtml } from './field-html.ts';
import { RichField } from './RichField.tsx';
import { RichTools } from './RichTools.tsx';

export function FootnoteDialog({ html, isNew, onChange, onSave }: BlockDialogProps) {
  return (
    <>
      <p className="mt-2 text-soft text-sm">Readers see a number here, and the text at the end.</p>
      <RichTools isLine>
        <RichField
          label="Text of the footnote"
          html={innerHtml(html, '[data-footnote]')}
          onChange={(text) => onChange(`<span data-footnote>${text}</span>`)}
          isLine
          autoFocus
          isExample={isNew}
          className="mt-2 min-h-16"
          onEnter={onSave}
        />
      </RichTools>
    </>
  );
}
