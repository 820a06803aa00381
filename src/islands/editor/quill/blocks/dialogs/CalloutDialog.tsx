import { SelectField } from '../../../../ui/Field.tsx';
import type { BlockDialogProps } from '../dialog-props.ts';
import { elementIn, innerHtml } from './field-html.ts';
import { RichField } from './RichField.tsx';
import { RichTools } from './RichTools.tsx';
import { useBlockValue } from './useBlockValue.ts';

export function CalloutDialog({ html, isNew, onChange }: BlockDialogProps) {
  const [{ kind, text }, change] = useBlockValue(
    () => ({
      kind: elementIn(html, 'aside')?.dataset.callout ?? 'note',
      text: innerHtml(html, 'aside'),
    }),
    (value) => `<aside data-callout="${value.kind}">${value.text}</aside>`,
    onChange,
  );
  return (
    <>
      <div className="mt-4">
        <SelectField
          label="Kind"
          value={kind}
          onChange={({ target }) => change({ kind: target.value })}
        >
          <option value="note">Note</option>
          <option value="tip">Tip</option>
          <option value="warning">Warning</option>
        </SelectField>
      </div>
      <RichTools>
        <RichField
          label="Text of the callout"
          html={text}
          onChange={(next) => change({ text: next })}
          autoFocus
          isExample={isNew}
          className="mt-2 min-h-28"
        />
      </RichTools>
    </>
  );
}
