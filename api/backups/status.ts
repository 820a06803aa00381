import { type BackupState, readBackupState } from '../../db/queries/backups.ts';
import type { BackupStatus } from '../contract/backups.ts';
import type { Services } from '../services.ts';
import { readOwnerSettings } from '../settings/owner-settings.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Time between backups. */
const PERIOD_MS = { day: DAY_MS, week: 7 * DAY_MS } as const;
/** Time after a failure until the schedule tries again. */
const RETRY_MS = HOUR_MS;

/** Returns the status of backups. Reads only the database, not the store. */
export async function readBackupStatus({
  database: { read },
  now,
}: Pick<Services, 'database' | 'now'>): Promise<BackupStatus> {
  const [{ backupEvery: every }, state] = await Promise.all([
    readOwnerSettings(read),
    readBackupState(read),
  ]);
  const { last = null, failure = null, requested } = state;
  const nextAt = every === 'off' ? null : new Date(dueAt(state, PERIOD_MS[every])).toISOString();
  const isLate = every !== 'off' && isTooOld(state, PERIOD_MS[every], now());
  return { every, last, failure, nextAt, isLate, isRequested: requested !== undefined };
}

/** Returns when the next backup is due. That's in the past if the server was off at the time. */
function dueAt({ last, failure, since }: BackupState, periodMs: number): number {
  const due = last ? Date.parse(last.createdAt) + periodMs : timeOf(since);
  return failure ? Math.max(due, timeOf(failure) + RETRY_MS) : due;
}

/**
 * Whether the newest backup is more than twice as old as it should be. Time before the schedule was
 * turned on doesn't count.
 */
function isTooOld({ last, since }: BackupState, periodMs: number, now: Date): boolean {
  const newest = Math.max(last ? Date.parse(last.createdAt) : 0, timeOf(since));
  return newest > 0 && now.getTime() - newest > 2 * periodMs;
}

function timeOf(event: { at: string } | undefined): number {
  return event ? Date.parse(event.at) : 0;
}
