/** `npm run import -- PATH` or `-- --mern FOLDER`: imports content; see docs/import-export.md. */
import { setPriority } from 'node:os';
import type { ImportSystem } from '../api/contract/imports.ts';
import { loadEnv } from '../api/env.ts';
import { FROM, recognize } from '../cli/import/recognize.ts';
import { importContent } from '../cli/import.ts';
import { rehearseCommand } from '../cli/rehearsal/command.ts';
import { failUsage, readArguments, runCommand, say } from '../cli/terminal.ts';

const USAGE = `Usage: npm run import -- PATH [--from SYSTEM] [--dry-run] [--merge] [--report FILE]
                               [--author USERNAME] [--base-url URL] [--pictures fetch|link]
       npm run import -- --mern FOLDER|FILES [--dry-run] [--merge] [--report FILE]
       npm run import -- … --rehearse [--sitemap URL]

  PATH             an export: a file, a folder or a zip. The import finds out what it is.
  --from SYSTEM    what it is: ${FROM.join(', ')}
  --mern           import the files of mongoexport
  --dry-run        change nothing, and report what would happen
  --author USERNAME
                   the account here that gets content without an author
  --base-url URL   the address of the old site, if the export doesn't have it
  --pictures fetch copy pictures from other sites; those that fail stay there, and the same import
                   tries them again. By default (link), all stay there.
  --merge          also merge authors into accounts with the same, but unverified email. Only use it
                   if you know who registered them.
  --report FILE    where to write the report; by default in DATA_DIR
  --rehearse       import into a copy of the site. View the result and the report in the
                   dashboard, then make it public or throw it away there.
  --sitemap URL    the sitemap of the old site: the report lists its addresses that would lead
                   nowhere here`;

const { values, positionals } = readArguments(
  USAGE,
  {
    mern: { type: 'boolean' },
    from: { type: 'string' },
    'dry-run': { type: 'boolean' },
    author: { type: 'string' },
    'base-url': { type: 'string' },
    pictures: { type: 'string', default: 'link' },
    merge: { type: 'boolean' },
    report: { type: 'string' },
    rehearse: { type: 'boolean' },
    sitemap: { type: 'string' },
  },
  { min: 1, max: Number.POSITIVE_INFINITY },
);
const isMern = values.mern === true;
const [path = '', second] = positionals;
if (!isMern && second !== undefined) failUsage(`Unexpected "${second}".`, USAGE);
if (values.from !== undefined && !FROM.includes(values.from)) {
  failUsage(`--from must be one of ${FROM.join(', ')}.`, USAGE);
}
const { pictures } = values;
if (pictures !== 'fetch' && pictures !== 'link') {
  failUsage('--pictures must be fetch or link.', USAGE);
}
const baseUrl = values['base-url']?.replace(/\/+$/, '');
for (const option of ['base-url', 'sitemap'] as const) {
  const url = values[option];
  if (url !== undefined && !/^https?:\/\/[^/]/.test(url)) {
    failUsage(`--${option} must be a URL, such as https://blog.example.com.`, USAGE);
  }
}
const isRehearsal = values.rehearse === true;
if (values.sitemap !== undefined && !isRehearsal) failUsage('--sitemap needs --rehearse.', USAGE);
if (isRehearsal && (values['dry-run'] || values.report !== undefined)) {
  failUsage('--rehearse takes neither --dry-run nor --report.', USAGE);
}
const merge = values.merge === true;
// The running server comes first.
setPriority(5);

if (isRehearsal) {
  await runCommand(async (signal) => {
    await rehearseCommand({
      env: loadEnv(process.env),
      source: isMern ? { mern: positionals } : { file: path },
      options: {
        from: (values.from as ImportSystem | undefined) ?? null,
        author: values.author ?? null,
        baseUrl: baseUrl ?? null,
        sitemap: values.sitemap ?? null,
        pictures,
        merge,
      },
      signal,
      say,
    });
  });
} else {
  await runCommand(async () => {
    await importContent({
      env: loadEnv(process.env),
      from: isMern ? { mern: positionals } : await recognize(path, values.from),
      dryRun: values['dry-run'] === true,
      merge,
      pictures,
      ...(values.report === undefined ? {} : { report: values.report }),
      ...(values.author === undefined ? {} : { author: values.author }),
      ...(baseUrl === undefined ? {} : { baseUrl }),
      say,
    });
  });
}
