/** Run as a process: migrates the database FILE, and kills itself (-9) at statement STEP. */
import SQLite from 'better-sqlite3';
import { openDatabase } from '../../../db/client.ts';

const [file = '', last = '0'] = process.argv.slice(2);
const database = await openDatabase(`file:${file}`);
const probe = new SQLite(':memory:');
const statement = Object.getPrototypeOf(probe.prepare('select 1')) as {
  run: (...values: unknown[]) => unknown;
};
const { run } = statement;
let step = 0;
statement.run = function (this: unknown, ...values: unknown[]) {
  if (++step === Number(last)) process.kill(process.pid, 'SIGKILL');
  return run.apply(this, values);
};
await database.migrate();
await database.close();
console.log(step);
