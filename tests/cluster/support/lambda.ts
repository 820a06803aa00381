import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Arrival, EVENTS, LambdaResult } from '../../support/lambda-events.ts';

const RUNTIME = fileURLToPath(new URL('./lambda-runtime.ts', import.meta.url));

type Format = (typeof EVENTS)[number][1];

export interface LambdaInstance {
  invoke(toEvent: Format, arrival: Arrival): Promise<LambdaResult>;
  /** Everything it logged. */
  output(): string;
  stop(): void;
}

/**
 * Starts an instance of the function. As on Lambda, it answers one call at a time, and is frozen
 * (SIGSTOP) between two calls.
 */
export async function startLambda(env: Record<string, string>): Promise<LambdaInstance> {
  const child = fork(RUNTIME, {
    execArgv: ['--no-warnings'],
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  let invocations = 0;
  let last: Promise<unknown> = Promise.resolve();
  const died = once(child, 'exit').then(() => {
    throw new Error(`The function ended: ${output}`);
  });
  died.catch(() => undefined);

  async function answerTo(id: number): Promise<LambdaResult> {
    for (;;) {
      const [message] = await Promise.race([once(child, 'message'), died]);
      const answer = message as { id: number; result: LambdaResult };
      if (answer.id === id) return answer.result;
    }
  }

  async function run(event: object): Promise<LambdaResult> {
    child.kill('SIGCONT');
    const id = ++invocations;
    const answer = answerTo(id);
    child.send({ id, event });
    const result = await answer;
    child.kill('SIGSTOP');
    return result;
  }

  await answerTo(0);
  child.kill('SIGSTOP');
  return {
    invoke(toEvent, arrival) {
      const result = last.then(() => run(toEvent(arrival)));
      last = result.catch(() => undefined);
      return result;
    },
    output: () => output,
    stop: () => void child.kill('SIGKILL'),
  };
}
