/** Loaded before everything (`node --import`): the clock of the process is wrong by what CLOCK_FILE says, in ms. */
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
