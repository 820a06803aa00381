import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ensurePackages } from '../support/debian.ts';

const ANALYZE = '/usr/bin/systemd-analyze';
/** The first version that checks a file without a running systemd. */
const FIRST = 250;

/** Whether systemd-analyze can check a unit here. */
export function hasSystemdAnalyze(): boolean {
  if (!existsSync(ANALYZE)) return false;
  const { stdout } = spawnSync(ANALYZE, ['--version'], { encoding: 'utf8' });
  return Number(/^systemd (\d+)/.exec(stdout)?.[1]) >= FIRST;
}

export function ensureSystemdAnalyze(say: (line: string) => void): string | undefined {
  const isInstalled = hasSystemdAnalyze;
  return ensurePackages({ name: 'systemd', packages: ['systemd'], isInstalled, say });
}

/** Runs `systemd-analyze`. Returns its exit code and output. */
export function analyze(args: string[]) {
  const env = { ...process.env, LC_ALL: 'C', SYSTEMD_COLORS: '0' };
  const { status, stdout, stderr } = spawnSync(ANALYZE, args, { encoding: 'utf8', env });
  return { status, output: stdout + stderr };
}
