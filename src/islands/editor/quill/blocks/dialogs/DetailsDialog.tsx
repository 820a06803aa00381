import { useRef } from 'react';
import type { BlockDialogProps } from '../dialog-props.ts';
import { elementIn, innerHtml } from './field-html.ts';
import { RichField, type RichFieldHandle } from './RichField.tsx';
import { RichTools } from './RichTools.tsx';
import { useBlockValue } from './useBlockValue.ts';

export function DetailsDialog({ html, isNew, onChange }: BlockDialogProps) {
  const textField = useRef<RichFieldHandle>(null);
  const [{ summary, text }, change] = useBlockValue(
    () => ({ summary: innerHtml(html, 'summary'), text: textOf(html) }),
    (value) => `<details><summary>${value.summary}</summary>${value.text}</details>`,
    onChange,
  );
  return (
    <RichTools>
      <p className="field-label mt-3">Summary (always visible)</p>
      <RichField
        label="Summary"
        html={summary}
        onChange={(next) => change({ summary: next })}
        isLine
        autoFocus
        isExample={isNew}
        onEnter={() => textField.current?.focus()}
      />
      <p className="field-label mt-3">Text (shown when opened)</p>
      <RichField
        ref={textField}
        label="Text"
        html={text}
        onChange={(next) => change({ text: next })}
        className="min-h-28"
      />
    </RichTools>
  );
}

function textOf(html: string): string {
  const details = elementIn(html, 'details');
  details?.querySelector('summary')?.remove();
  return details?.innerHTML ?? '';
}
