import { useState } from 'react';
import { escapeText } from '../../../../../../api/contract/content/attributes.ts';
import { FieldFrame } from '../../../../ui/Field.tsx';
import type { BlockDialogProps } from '../dialog-props.ts';
import { elementIn } from './field-html.ts';
import { useFormula } from './useFormula.ts';

/** Edits the source of a formula, and shows the formula. */
export function FormulaDialog({ html, isNew, onChange, onSave }: BlockDialogProps) {
  const formula = elementIn(html, '[data-math]');
  const tag = formula?.localName === 'div' ? 'div' : 'span';
  /** Shows problems as a hint while typing: errors would be announced at each pause. */
  const [isTyping, setIsTyping] = useState(false);
  const [source, setSource] = useState(formula?.textContent ?? '');
  const htmlOf = (tex: string) => `<${tag} data-math>${escapeText(tex)}</${tag}>`;
  const { box, problem, notice } = useFormula(source.trim() === '' ? '' : htmlOf(source));
  return (
    <>
      <FieldFrame
        label="Formula in TeX"
        error={isTyping ? '' : problem}
        hint={isTyping ? problem : ''}
        className="mt-4"
      >
        {(control) => (
          <textarea
            {...control}
            className="field font-mono text-sm"
            rows={tag === 'div' ? 6 : 2}
            value={source}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: the dialog is for this field
            autoFocus
            onFocus={({ target }) => isNew && source === formula?.textContent && target.select()}
            onBlur={() => setIsTyping(false)}
            onChange={({ target }) => {
              setIsTyping(true);
              setSource(target.value);
              onChange(htmlOf(target.value));
            }}
            onKeyDown={(event) => {
              const isModified = event.ctrlKey || event.metaKey || event.shiftKey;
              if (event.key !== 'Enter' || isModified || tag === 'div') return;
              event.preventDefault();
              onSave();
            }}
          />
        )}
      </FieldFrame>
      <p className="field-label mt-3">Preview</p>
      <div className="formula-preview prose">
        <div ref={box} />
        {notice && <p className="text-soft text-sm">{notice}</p>}
      </div>
    </>
  );
}
