/** `npm run site:settings`: moves the values of `src/site.config.ts` into the database. */
import { loadEnv } from '../api/env.ts';
import { showSiteSettings, storeConfig } from '../cli/site-settings.ts';
import { failUsage, readArguments, runCommand, say } from '../cli/terminal.ts';

const USAGE = `Usage: npm run site:settings -- --from-config [--replace] | --show

  --from-config    store all values of src/site.config.ts in the database
  --replace        with --from-config: also if the database already has settings
  --show           print the settings as JSON`;

const { values } = readArguments(USAGE, {
  'from-config': { type: 'boolean' },
  replace: { type: 'boolean' },
  show: { type: 'boolean' },
});
if (!values.show && !values['from-config']) failUsage('An option is missing.', USAGE);

await runCommand(async () => {
  const env = loadEnv(process.env);
  if (values['from-config']) await storeConfig({ env, replace: values.replace === true, say });
  if (values.show) await showSiteSettings({ env, say });
});
