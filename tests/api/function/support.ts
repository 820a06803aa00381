import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { createJobWorker, type JobWorker } from '../../../api/job-worker.ts';
import { createJobs } from '../../../api/jobs/queue.ts';
import { RemotePublisher } from '../../../api/publish/remote-publisher.ts';
import type { Services } from '../../../api/services.ts';
import { fakePublisher, type TestApp, testApp } from '../../support/app.ts';
import { objectStore } from '../../support/object-store.ts';

/**
 * Starts an API that leaves its jobs to others, as a function does, and a store for its pictures,
 * unless `settings` name another one. `worker` starts a worker with the same database, like a
 * publisher's.
 */
export async function startFunction(
  waiting: { maxWaitMs?: number } = { maxWaitMs: 60_000 },
  settings?: Record<string, string>,
): Promise<
  TestApp & {
    objects: Map<string, Buffer>;
    worker(services?: Partial<Services>): JobWorker;
  }
> {
  const store = await objectStore();
  const site = await testApp({
    // As identity provider, the store has pictures, too.
    env: settings ?? { ...store.variables, ...providerAt(store.variables.S3_ENDPOINT ?? '') },
    services: (database) => {
      const jobs = createJobs(database, waiting);
      return { jobs, publisher: new RemotePublisher({ database, jobs }) };
    },
  });
  return {
    ...site,
    objects: store.objects,
    worker(others = {}) {
      const worker = createJobWorker({
        ...site.services,
        jobs: undefined,
        publisher: fakePublisher(),
        ...others,
      });
      const polling = poll(worker);
      onTestFinished(async () => {
        polling.abort();
        await worker.stop();
      });
      return worker;
    },
  };
}

function providerAt(issuer: string): Record<string, string> {
  return { GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b', GOOGLE_ISSUER: issuer };
}

/** Stands in for the follower of the feed. */
function poll(worker: JobWorker): AbortController {
  const abort = new AbortController();
  void (async () => {
    while (!abort.signal.aborted) {
      worker.wake();
      await wait(50);
    }
  })();
  return abort;
}
