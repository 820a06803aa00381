import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SCHEDULES } from '../../../../api/contract/backups.ts';
import { SelectField } from '../../ui/Field.tsx';
import { exactTime } from '../../ui/time.ts';
import { keys } from '../data.tsx';
import { useSettings } from './useSettings.ts';

interface FactProps {
  name: string;
  className?: string;
  children: ReactNode;
}

/** A fact about a scheduled task, in a list of them. */
export function Fact({ name, className = '', children }: FactProps) {
  return (
    <div className={className}>
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="mt-0.5 font-medium [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

/** Says when a scheduled task runs next. */
export function nextText(nextAt: string | null, now: number): string {
  if (nextAt === null) return 'Off';
  return Date.parse(nextAt) <= now ? 'In a moment' : exactTime(nextAt);
}

/** Returns the settings of scheduled tasks, and a function that changes them. */
export function useTaskSettings() {
  const client = useQueryClient();
  const { settings, change } = useSettings();
  const set = (body: Parameters<typeof change.mutate>[0]) =>
    change.mutate(body, {
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: keys.backups });
        void client.invalidateQueries({ queryKey: keys.system });
      },
    });
  return { settings: settings.data, set, isPending: change.isPending };
}

type Every = (typeof SCHEDULES)[number][0];

interface ScheduleFieldProps {
  label: string;
  value: Every;
  disabled: boolean;
  onChange: (value: Every) => void;
}

/** Chooses how often a task runs. */
export function ScheduleField({ label, value, disabled, onChange }: ScheduleFieldProps) {
  return (
    <SelectField
      label={label}
      value={value}
      disabled={disabled}
      onChange={({ target }) => {
        const chosen = SCHEDULES.find(([every]) => every === target.value);
        if (chosen) onChange(chosen[0]);
      }}
    >
      {SCHEDULES.map(([every, text]) => (
        <option key={every} value={every}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}
