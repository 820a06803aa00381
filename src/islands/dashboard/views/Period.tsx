import { VIEW_DAYS, type ViewDays } from '../../../../api/contract/views.ts';
import { PERIODS } from './useViews.ts';

interface Props {
  value: ViewDays;
  onChange: (days: ViewDays) => void;
}

/** Chooses the period of a chart. */
export function Period({ value, onChange }: Props) {
  return (
    <fieldset className="flex shrink-0 gap-1">
      <legend className="sr-only">Period</legend>
      {VIEW_DAYS.map((days) => (
        <button
          key={days}
          type="button"
          aria-pressed={days === value}
          className={`min-h-11 rounded-lg px-2.5 font-semibold text-sm ${
            days === value ? 'bg-accent-soft text-accent' : 'text-soft hover:text-ink'
          }`}
          onClick={() => onChange(days)}
        >
          {PERIODS[days].label}
        </button>
      ))}
    </fieldset>
  );
}
