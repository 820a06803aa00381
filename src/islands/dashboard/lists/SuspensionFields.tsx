import { FOREVER, MAX_REASON_LENGTH } from '../../../../api/contract/users.ts';
import { SelectField, TextAreaField } from '../../ui/Field.tsx';

const DAY_MS = 24 * 60 * 60 * 1000;

/** In days; 0 has no end. */
const DURATIONS = [
  [1, '1 day'],
  [7, '1 week'],
  [30, '30 days'],
  [365, '1 year'],
  [0, 'Until someone lifts it'],
] as const;

export interface Suspension {
  days: number;
  reason: string;
}

export const INITIAL_SUSPENSION: Suspension = { days: 7, reason: '' };

/** Returns the body of the call that suspends someone from now on. */
export function suspensionOf({ days, reason }: Suspension) {
  const until = days === 0 ? FOREVER : new Date(Date.now() + days * DAY_MS).toISOString();
  return { until, reason };
}

interface Props {
  value: Suspension;
  onChange: (value: Suspension) => void;
}

/** For how long, and why. */
export function SuspensionFields({ value, onChange }: Props) {
  return (
    <>
      <SelectField
        label="For how long"
        value={value.days}
        onChange={({ target }) => onChange({ ...value, days: Number(target.value) })}
      >
        {DURATIONS.map(([days, label]) => (
          <option key={days} value={days}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label="Reason"
        hint="Optional. The user sees it when signing in."
        rows={4}
        maxLength={MAX_REASON_LENGTH}
        value={value.reason}
        onChange={({ target }) => onChange({ ...value, reason: target.value })}
      />
    </>
  );
}
