import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { VIEW_DAYS, type ViewDays } from '../../../../api/contract/views.ts';
import { call } from '../../../lib/api.ts';
import { keys } from '../data.tsx';

export const PERIODS: Record<ViewDays, { label: string; name: string }> = {
  30: { label: '30 days', name: 'the last 30 days' },
  365: { label: '12 months', name: 'the last 12 months' },
};

/** The views of a post, or of the whole site. While another period loads, the last one stays. */
export function useViews(days: ViewDays, postId?: string) {
  return useQuery({
    queryKey: [...keys.views, postId ?? '', days],
    queryFn: ({ signal }) => call('GET /api/stats/views', { query: { days, postId }, signal }),
    placeholderData: keepPreviousData,
  });
}

interface PeriodProps {
  value: ViewDays;
  onChange: (days: ViewDays) => void;
}

/** Chooses the period of a chart. */
export function Period({ value, onChange }: PeriodProps) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">Period</legend>
      {VIEW_DAYS.map((days) => (
        <button
          key={days}
          type="button"
          aria-pressed={days === value}
          className={`min-h-11 rounded-lg px-2.5 font-semibold text-sm ${
            days === value
              ? 'bg-accent-soft text-mark forced-colors:underline'
              : 'text-soft hover:text-ink'
          }`}
          onClick={() => onChange(days)}
        >
          {PERIODS[days].label}
        </button>
      ))}
    </fieldset>
  );
}

/** Shown instead of numbers while views aren't counted. */
export function CountingIsOff() {
  return (
    <p className="mt-2 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
      Views aren't counted at the moment. An administrator can turn this on under Settings.
    </p>
  );
}
