/** `npm run user`: manages accounts from the terminal, even while the server runs. */
import { text } from 'node:stream/consumers';
import { ignoreClosedOutput } from '../cli/terminal.ts';
import { runUserCommand } from '../cli/user.ts';

ignoreClosedOutput();
// Not process.exit: the output may not be written yet.
process.exitCode = await runUserCommand(process.argv.slice(2), {
  env: process.env,
  out: (line) => void process.stdout.write(line),
  err: (line) => void process.stderr.write(line),
  readStdin: () => text(process.stdin),
  // On a terminal, the answer is enough. Without one, the log collector gets the entry.
  ...(process.stderr.isTTY ? {} : { log: process.stderr }),
});
// An open standard input would keep the process running.
process.stdin.unref?.();
