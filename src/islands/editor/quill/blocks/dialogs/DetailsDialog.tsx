import { useRef } from 'react';
import type { BlockDialogProps } from '../dialog-props.ts';
import { DialogButtons } from './DialogButtons.tsx';
import { elementIn, fieldHtml, innerHtml } from './field-html.ts';
import { RichField } from './RichField.tsx';
import { RichTools } from './RichTools.tsx';

export function DetailsDialog({ html, isNew, onSave, onClose }: BlockDialogProps) {
  const summary = useRef<HTMLElement>(null);
  const text = useRef<HTMLElement>(null);
  const save = () => {
    if (!summary.current || !text.current) return;
    const title = fieldHtml(summary.current);
    onSave(`<details><summary>${title}</summary>${fieldHtml(text.current)}</details>`);
  };
  return (
    <>
      <RichTools>
        <p className="field-label mt-3">Summary (always visible)</p>
        <RichField
          label="Summary"
          html={innerHtml(html, 'summary')}
          field={summary}
          isLine
          autoFocus
          isExample={isNew}
          onEnter={() => text.current?.focus()}
        />
        <p className="field-label mt-3">Text (shown when opened)</p>
        <RichField label="Text" html={textOf(html)} field={text} className="min-h-28" />
      </RichTools>
      <DialogButtons onSave={save} onClose={onClose} />
    </>
  );
}

function textOf(html: string): string {
  const details = elementIn(html, 'details');
  details?.querySelector('summary')?.remove();
  return details?.innerHTML ?? '';
}
