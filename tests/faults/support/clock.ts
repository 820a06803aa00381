/**
 * Preloaded with `node --import`. Shifts the clock of the process by the milliseconds in
 * CLOCK_FILE.
 */
import { readFileSync } from 'node:fs';

const file = process.env.CLOCK_FILE;
if (file) {
  const RealDate = Date;
  const now = () => RealDate.now() + Number(readFileSync(file, 'utf8'));
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, values: unknown[]) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values) as Date,
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
