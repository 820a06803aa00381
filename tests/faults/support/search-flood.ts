/** A thread that keeps many unique searches running and reports how they ended. */
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

export interface FloodTask {
  url: string;
  /** Queries without `startIndex`. */
  queries: string[];
  connections: number;
  seconds: number;
}

/** Number of responses per status. `noRetryAfter` counts 503 responses without that header. */
export type FloodReport = Record<string, number>;

const { url, queries, connections, seconds } = workerData as FloodTask;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const until = performance.now() + seconds * 1000;
const report: FloodReport = {};
let asked = 0;

function ask(): Promise<void> {
  const query = queries[asked % queries.length];
  const path = `/api/post/getposts?${query}&startIndex=${1_000 + (asked++ % 5_000)}`;
  return new Promise((resolve, reject) => {
    get(url + path, { agent }, (response) => {
      const { statusCode = 0, headers } = response;
      report[statusCode] = (report[statusCode] ?? 0) + 1;
      if (statusCode === 503 && headers['retry-after'] === undefined) {
        report.noRetryAfter = (report.noRetryAfter ?? 0) + 1;
      }
      response.resume().once('end', resolve).once('error', reject);
    }).once('error', reject);
  });
}

async function connection(): Promise<void> {
  do await ask();
  while (performance.now() < until);
}

await Promise.all(Array.from({ length: connections }, connection));
agent.destroy();
parentPort?.postMessage(report);
