import type { Logo } from '../../../../../api/contract/site.ts';
import { CheckField } from '../../../ui/CheckField.tsx';
import { Field, FieldFrame, TextAreaField } from '../../../ui/Field.tsx';
import { AccentField } from './AccentField.tsx';
import { ListField } from './ListField.tsx';
import { LogoField } from './LogoField.tsx';
import { PictureField } from './PictureField.tsx';
import type { FieldError, FieldValue, SiteField } from './site-fields.ts';

interface Props {
  field: SiteField;
  value: FieldValue;
  /** Returns the value of another field. */
  currentOf: (path: string) => FieldValue;
  error: FieldError | undefined;
  onChange: (value: FieldValue) => void;
}

/** The control for one setting, with its help below it. */
export function SiteFieldControl({ field, value, currentOf, error, onChange }: Props) {
  const { label, hint, kind = 'text', choices, list } = field;
  if (list) {
    return (
      <ListField
        {...{ label, hint, error, kind: list }}
        items={list.read(value, currentOf)}
        onChange={(items) => onChange(list.write(items))}
      />
    );
  }
  if (typeof value === 'boolean') {
    return (
      <CheckField hint={hint} checked={value} onChange={onChange}>
        {label}
      </CheckField>
    );
  }
  const text = String(value);
  const frame = { label, hint, error: error?.text };
  if (kind === 'accent')
    return <AccentField {...{ label, hint }} value={text} onChange={onChange} />;
  if (kind === 'picture') return <PictureField {...frame} url={text} onChange={onChange} />;
  if (kind === 'logo') {
    const logo = typeof value === 'object' ? (value as Logo) : null;
    return <LogoField {...frame} logo={logo} onChange={(changed) => onChange(changed ?? '')} />;
  }
  if (choices) {
    return (
      <FieldFrame {...frame}>
        {(control) => (
          <select
            {...control}
            className="field"
            value={text}
            onChange={({ target }) => onChange(target.value)}
          >
            {choices.map(([choice, name]) => (
              <option key={choice} value={choice}>
                {name}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
    );
  }
  if (kind === 'area') {
    return (
      <TextAreaField
        {...frame}
        rows={3}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  return (
    <Field
      {...frame}
      autoComplete="off"
      inputMode={kind === 'email' ? 'email' : undefined}
      value={text}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
