import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SCHEDULES, type TaskStatus } from '../../../../api/contract/backups.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { exactTime, relativeTime } from '../../ui/time.ts';
import { useNow } from '../../ui/useNow.ts';
import { keys } from '../data.tsx';
import { useSettings } from './useSettings.ts';

type Task = 'backup' | 'export';

interface TaskProps {
  task: Task;
  status: TaskStatus<Task>;
}

/** Warns that the last run of a scheduled task failed, or that the next one is overdue. */
export function TaskAlert({ task, status: { failure, isLate } }: TaskProps) {
  if (failure) {
    return (
      <Alert>
        The last {task} failed on {exactTime(failure.at)}: {failure.message}
      </Alert>
    );
  }
  return isLate && <Alert>The next {task} is overdue.</Alert>;
}

interface FactsProps extends TaskProps {
  isRunning?: boolean;
  /** A fact between the other two. */
  children: ReactNode;
}

/** When a scheduled task ran last, and when it runs next. */
export function TaskFacts({ task, status, isRunning, children }: FactsProps) {
  const { last, nextAt } = status;
  const now = useNow();
  return (
    <dl className="grid grid-cols-2 gap-x-5 gap-y-4 sm:grid-cols-3">
      <Fact name={`Last ${task}`}>
        {last ? (
          <time dateTime={last.createdAt} title={exactTime(last.createdAt)}>
            {relativeTime(last.createdAt, now)}
          </time>
        ) : (
          'None yet'
        )}
      </Fact>
      {children}
      <Fact name={`Next ${task}`} className="max-sm:col-span-2">
        {isRunning ? 'Running now' : nextText(nextAt, now)}
      </Fact>
    </dl>
  );
}

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
function nextText(nextAt: string | null, now: number): string {
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
