import { toast } from '../../stores/toasts.ts';
import { requestMessage } from './request.ts';

/**
 * Makes a change and shows how it went: `done`, or the message that `explain` returns for the
 * error. Returns whether it worked.
 */
export async function attempt<T>(
  work: () => Promise<T>,
  done: string | ((result: T) => string),
  explain: (error: unknown) => string = (error) => requestMessage(error),
): Promise<boolean> {
  try {
    const result = await work();
    toast(typeof done === 'string' ? done : done(result));
    return true;
  } catch (error) {
    toast(explain(error), 'error');
    return false;
  }
}
