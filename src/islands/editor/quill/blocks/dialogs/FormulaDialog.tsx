import { useRef } from 'react';
import { escapeText } from '../../../../../../api/contract/content/attributes.ts';
import { FieldFrame } from '../../../../ui/Field.tsx';
import type { BlockDialogProps } from '../dialog-props.ts';
import { DialogButtons } from './DialogButtons.tsx';
import { elementIn } from './field-html.ts';

/** Edits the source of a formula. Its preview is that of the post: the server renders formulas. */
export function FormulaDialog({ html, isNew, onSave, onClose }: BlockDialogProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const formula = elementIn(html, '[data-math]');
  const tag = formula?.localName === 'div' ? 'div' : 'span';
  const save = () => {
    const tex = input.current?.value.trim() ?? '';
    onSave(tex === '' ? '' : `<${tag} data-math>${escapeText(tex)}</${tag}>`);
  };
  return (
    <>
      <FieldFrame
        label="Formula in TeX"
        hint="Preview the post to see the formula as readers will. If it isn't valid, they see this source."
        className="mt-4"
      >
        {(control) => (
          <textarea
            {...control}
            ref={input}
            className="field font-mono text-sm"
            rows={tag === 'div' ? 6 : 2}
            defaultValue={formula?.textContent ?? ''}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: the dialog is for this field
            autoFocus
            onFocus={({ target }) => isNew && target.select()}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey || tag === 'span'))
                return;
              event.preventDefault();
              save();
            }}
          />
        )}
      </FieldFrame>
      <DialogButtons onSave={save} onClose={onClose} />
    </>
  );
}
