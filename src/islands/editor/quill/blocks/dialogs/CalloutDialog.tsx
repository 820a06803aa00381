import { useRef, useState } from 'react';
import { SelectField } from '../../../../ui/Field.tsx';
import type { BlockDialogProps } from '../dialog-props.ts';
import { DialogButtons } from './DialogButtons.tsx';
import { elementIn, fieldHtml, innerHtml } from './field-html.ts';
import { RichField } from './RichField.tsx';
import { RichTools } from './RichTools.tsx';

export function CalloutDialog({ html, isNew, onSave, onClose }: BlockDialogProps) {
  const [kind, setKind] = useState(elementIn(html, 'aside')?.dataset.callout ?? 'note');
  const field = useRef<HTMLElement>(null);
  const save = () => {
    const inner = field.current ? fieldHtml(field.current) : '';
    onSave(`<aside data-callout="${kind}">${inner}</aside>`);
  };
  return (
    <>
      <div className="mt-4">
        <SelectField label="Kind" value={kind} onChange={({ target }) => setKind(target.value)}>
          <option value="note">Note</option>
          <option value="tip">Tip</option>
          <option value="warning">Warning</option>
        </SelectField>
      </div>
      <RichTools>
        <RichField
          label="Text of the callout"
          html={innerHtml(html, 'aside')}
          field={field}
          autoFocus
          isExample={isNew}
          className="mt-2 min-h-28"
        />
      </RichTools>
      <DialogButtons onSave={save} onClose={onClose} />
    </>
  );
}
