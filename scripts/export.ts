/** `npm run export -- FILE` or `-- --markdown DIR`: all content; see docs/import-export.md. */
import { loadEnv } from '../api/env.ts';
import { exportContent } from '../cli/export.ts';
import { exportFolder } from '../cli/folder/export-folder.ts';
import { failUsage, readArguments, runCommand, say } from '../cli/terminal.ts';

const USAGE = `Usage: npm run export -- FILE [--with-passwords] [--force]
       npm run export -- --markdown DIR

  --with-passwords    also export password hashes
  --force             replace FILE if it exists
  --markdown          write DIR: posts and pages in Markdown, comments, pictures, redirects and
                      settings. Again with the same DIR, it writes only what changed.`;

const { values, positionals } = readArguments(
  USAGE,
  {
    markdown: { type: 'boolean' },
    'with-passwords': { type: 'boolean' },
    force: { type: 'boolean' },
  },
  { min: 1, max: 1 },
);
const [path = ''] = positionals;
const withPasswords = values['with-passwords'] === true;
const force = values.force === true;
if (values.markdown && (withPasswords || force)) {
  failUsage('--markdown has no other options.', USAGE);
}
await runCommand(async () => {
  const env = loadEnv(process.env);
  if (values.markdown) await exportFolder({ env, folder: path, say });
  else await exportContent({ env, file: path, force, withPasswords, say });
});
