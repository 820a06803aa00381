import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { percentile } from './figures.ts';

/** The request to repeat. */
export interface Target {
  path: string;
  method?: string;
  /** Sent in rotation. `{n}` in a body becomes a new number in each request. */
  requests?: { headers: Record<string, string>; body?: string }[];
}

/** Input of the load generator thread. */
export interface LoadTask extends Target {
  url: string;
  connections: number;
  seconds: number;
  /** Part of every number that replaces `{n}`, so that no two runs send the same body. */
  salt: string;
}

const CONNECTIONS = 32;
const SECONDS = 1.5;
const ROUNDS = 5;
const WRK = ['/usr/bin/wrk', '/usr/local/bin/wrk', '/opt/homebrew/bin/wrk'].find((path) =>
  existsSync(path),
);

/**
 * The load generator, for the report. Our own is slower than some servers, which favors our server.
 */
export const LOADER = `${WRK ? 'wrk' : 'Node'}, one thread, ${CONNECTIONS} connections`;

/** Returns requests per second. Throws on a response other than 2xx. */
export async function rateOf(port: number, target: Target): Promise<number> {
  const url = `http://127.0.0.1:${port}${target.path}`;
  const salt = randomUUID().slice(0, 8);
  const task: LoadTask = { ...target, url, salt, connections: CONNECTIONS, seconds: SECONDS };
  return WRK ? rateOfWrk(WRK, task) : rateOfWorker(task);
}

async function rateOfWrk(wrk: string, task: LoadTask): Promise<number> {
  const script = join(tmpdir(), `inkwell-load-${task.salt}.lua`);
  await writeFile(script, luaOf(task));
  try {
    const options = ['-t', '1', '-c', String(task.connections), '-d', '2s', '-s', script];
    const child = spawn(wrk, [...options, task.url], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    await once(child, 'close');
    const rate = /Requests\/sec:\s+([\d.]+)/.exec(output)?.[1];
    if (rate === undefined || /Non-2xx|Socket errors/.test(output)) throw new Error(output);
    return Number(rate);
  } finally {
    await rm(script, { force: true });
  }
}

function luaOf({ method = 'GET', requests = [{ headers: {} }], salt }: LoadTask): string {
  const cases = requests.map(({ headers, body }) => {
    const fields = Object.entries(headers).map(
      ([name, value]) => `[ ${lua(name)} ] = ${lua(value)}`,
    );
    const [before = '', after = ''] = body?.split('{n}') ?? [];
    return `{ {${fields.join(', ')}}, ${lua(before)}, ${lua(after)} }`;
  });
  return `local cases = { ${cases.join(',\n')} }
    local n = 0
    request = function()
      n = n + 1
      local case = cases[n % #cases + 1]
      local body = case[3] ~= "" and case[2] .. ${lua(salt)} .. n .. case[3] or nil
      return wrk.format(${lua(method)}, nil, case[1], body)
    end`;
}

const lua = (text: string) => `[==[${text}]==]`;

async function rateOfWorker(task: LoadTask): Promise<number> {
  const worker = new Worker(new URL('./loader.ts', import.meta.url), { workerData: task });
  const [rate] = (await once(worker, 'message')) as [number];
  await worker.terminate();
  return rate;
}

export interface Compared {
  ours: number;
  baseline: number;
  ratio: number;
}

/**
 * Measures both servers in turns, so that other load on the machine slows both. Returns the median
 * of the rounds' ratios. The first round is a warm-up.
 */
export async function compareRates(
  ours: { port: number; target: Target },
  baseline: { port: number; target: Target },
): Promise<Compared> {
  const rounds: Compared[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [a, b] = [
      await rateOf(ours.port, ours.target),
      await rateOf(baseline.port, baseline.target),
    ];
    if (round > 0) rounds.push({ ours: a, baseline: b, ratio: a / b });
  }
  const middle = (of: (round: Compared) => number) => percentile(rounds.map(of), 0.5);
  return {
    ours: middle((round) => round.ours),
    baseline: middle((round) => round.baseline),
    ratio: middle((round) => round.ratio),
  };
}
