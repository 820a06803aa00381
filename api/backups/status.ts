import { readTaskState, type Task, type TaskState } from '../../db/queries/task-state.ts';
import type { ExportStatus, TaskStatus } from '../contract/backups.ts';
import type { Services } from '../services.ts';
import { readOwnerSettings } from '../settings/owner-settings.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Time between two runs. */
const PERIOD_MS = { day: DAY_MS, week: 7 * DAY_MS } as const;
/** Time after a failure until the schedule tries again. */
const RETRY_MS = HOUR_MS;

/** Returns the status of backups or exports. Reads only the database, not the files. */
export async function readTaskStatus<T extends Task>(
  { database: { read }, now }: Pick<Services, 'database' | 'now'>,
  task: T,
): Promise<TaskStatus<T>> {
  const [settings, state] = await Promise.all([readOwnerSettings(read), readTaskState(read, task)]);
  const every: TaskStatus<Task>['every'] = settings[`${task}Every`];
  const { last = null, failure = null, requested } = state;
  const nextAt = every === 'off' ? null : new Date(dueAt(state, PERIOD_MS[every])).toISOString();
  const isLate = every !== 'off' && isTooOld(state, PERIOD_MS[every], now());
  return { every, last, failure, nextAt, isLate, isRequested: requested !== undefined };
}

/** Returns the status of exports, or null if this server has no folder for them. */
export async function readExportStatus(
  services: Pick<Services, 'database' | 'env' | 'now'>,
): Promise<ExportStatus | null> {
  const { exportDir } = services.env;
  if (exportDir === undefined) return null;
  return { ...(await readTaskStatus(services, 'export')), folder: exportDir };
}

/** Returns when the next run is due. That's in the past if the server was off at the time. */
function dueAt({ last, failure, since }: TaskState<Task>, periodMs: number): number {
  const due = last ? Date.parse(last.createdAt) + periodMs : timeOf(since);
  return failure ? Math.max(due, timeOf(failure) + RETRY_MS) : due;
}

/**
 * Whether the newest result is more than twice as old as it should be. Time before the schedule was
 * turned on doesn't count.
 */
function isTooOld({ last, since }: TaskState<Task>, periodMs: number, now: Date): boolean {
  const newest = Math.max(last ? Date.parse(last.createdAt) : 0, timeOf(since));
  return newest > 0 && now.getTime() - newest > 2 * periodMs;
}

function timeOf(event: { at: string } | undefined): number {
  return event ? Date.parse(event.at) : 0;
}
