import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePackages } from '../../tests/support/debian.ts';
import { percentile } from './figures.ts';

/** The request to repeat. */
export interface Target {
  path: string;
  method?: string;
  /** Sent in rotation. `{n}` in a body becomes a new number in each request. */
  requests?: { headers: Record<string, string>; body?: string }[];
}

const CONNECTIONS = 32;
const ROUNDS = 5;
const WRK = '/usr/bin/wrk';

/** The load generator, for the report. */
export const LOADER = `wrk, one thread, ${CONNECTIONS} connections`;

/** Returns requests per second. Throws on a response other than 2xx, and without wrk. */
export async function rateOf(port: number, target: Target): Promise<number> {
  const missing = ensurePackages({
    name: 'wrk',
    packages: ['wrk'],
    isInstalled: () => existsSync(WRK),
    say: (line) => console.log(line),
  });
  if (missing !== undefined) throw new Error(missing);
  const salt = randomUUID().slice(0, 8);
  const script = join(tmpdir(), `inkwell-load-${salt}.lua`);
  await writeFile(script, luaOf(target, salt));
  try {
    const options = ['-t', '1', '-c', String(CONNECTIONS), '-d', '2s', '-s', script];
    const url = `http://127.0.0.1:${port}${target.path}`;
    const child = spawn(WRK, [...options, url], { stdio: ['ignore', 'pipe', 'inherit'] });
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

/** `salt` is part of every number that replaces `{n}`, so that no two runs send the same body. */
function luaOf({ method = 'GET', requests = [{ headers: {} }] }: Target, salt: string): string {
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
