/**
 * A search thread that takes half a second to start, or as many milliseconds as its file's name
 * says. It obeys `throw`, `exit`, `hang`, and otherwise answers with its thread id.
 */
import { parentPort, threadId, workerData } from 'node:worker_threads';
import type { SearchTask } from '../../../api/posts/search/answer.ts';

parentPort?.on('message', ({ sql }: SearchTask) => {
  if (sql === 'throw') throw new Error('thrown on purpose');
  if (sql === 'exit') process.exit(3);
  if (sql === 'hang') for (;;);
  if (sql === 'die later') setTimeout(() => process.exit(4), 10);
  parentPort?.postMessage({ body: String(threadId) });
});

setTimeout(() => parentPort?.postMessage('ready'), Number(workerData.file) || 500);
