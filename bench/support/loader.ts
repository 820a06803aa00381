/** The load generator thread, used when wrk isn't installed. Posts requests per second. */
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { LoadTask } from './load.ts';

const { url, method = 'GET', requests = [], salt, connections, seconds } = workerData as LoadTask;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const until = performance.now() + seconds * 1000;
let started = 0;
let done = 0;

function one(): Promise<void> {
  const { headers = {}, body } = requests[started++ % requests.length] ?? {};
  const sent = body?.replace('{n}', `${salt}${started}`);
  return new Promise((resolve, reject) => {
    request(url, { agent, method, headers }, (response) => {
      const { statusCode = 0 } = response;
      if (statusCode >= 300) reject(new Error(`answered ${statusCode}`));
      response.resume().once('end', resolve);
    })
      .once('error', reject)
      .end(sent);
  });
}

async function connection(): Promise<void> {
  while (performance.now() < until) {
    await one();
    done += 1;
  }
}

await Promise.all(Array.from({ length: connections }, connection));
parentPort?.postMessage(done / seconds);
