/** Runs the handler of deploy/function in a process of its own, as Lambda's runtime does. */
import { handler } from '../../../deploy/function/lambda.mjs';

interface Invocation {
  id: number;
  event: Parameters<typeof handler>[0];
}

process.on('message', async ({ id, event }: Invocation) => {
  process.send?.({ id, result: await handler(event) });
});
process.on('disconnect', () => process.exit());
process.send?.({ id: 0 });
