import { styleText } from 'node:util';
import type { DestinationStream } from 'pino';

/** A log line as pino writes it. Other fields depend on the event. */
interface LogLine {
  level: number;
  time: string;
  msg: string;
  err?: { message: string } | string;
  [field: string]: unknown;
}

const WARN = 40;
const ERROR = 50;

/**
 * Returns a destination for the logger that prints readable lines instead of JSON, for a terminal.
 * `print` receives each line without its newline.
 */
export function terminalDestination(print: (line: string) => void): DestinationStream {
  return {
    write(json) {
      const line = terminalLine(JSON.parse(json) as LogLine);
      if (line !== undefined) print(line);
    },
  };
}

/** Returns `undefined` for events that aren't shown: reads, unless the server failed. */
function terminalLine({ level, time, msg, err, ...fields }: LogLine): string | undefined {
  const clock = styleText('dim', new Date(time).toTimeString().slice(0, 8));
  if (msg === 'request') {
    const line = requestLine(fields);
    return line && `${clock}  ${line}`;
  }
  const reason = typeof err === 'object' ? err.message : err;
  const details = Object.entries(fields)
    .filter(([name]) => name !== 'requestId')
    .map(([name, value]) => `${name}: ${String(value)}`);
  const text = reason === undefined ? msg : `${msg}: ${reason}`;
  const extra = details.length > 0 ? styleText('dim', `  ${details.join(', ')}`) : '';
  return `${clock}  ${colored(level, text)}${extra}`;
}

function requestLine(fields: Record<string, unknown>): string | undefined {
  const { method, path, status, ms } = fields;
  const code = Number(status);
  const isRead = method === 'GET' || method === 'HEAD';
  // Also for a 503, which health checks get during startup.
  if (isRead && (code < 500 || code === 503)) return undefined;
  const level = code >= 500 ? ERROR : code >= 400 ? WARN : 0;
  const time = styleText('dim', `${Math.round(Number(ms))} ms`);
  return `${method} ${path}  ${colored(level, String(status))}  ${time}`;
}

function colored(level: number, text: string): string {
  if (level >= ERROR) return styleText('red', text);
  return level >= WARN ? styleText('yellow', text) : text;
}
