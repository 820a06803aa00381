import type { Site } from '../../api/contract/site.ts';
import { SECURITY_PATH } from '../../api/contract/urls.ts';

/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 350;
const DAY_MS = 86_400_000;

/**
 * Returns the content of `security.txt` (RFC 9116), which says where to report vulnerabilities. The
 * publisher writes the file again long before it expires.
 */
export function securityTxt(
  site: Pick<Site, 'language'> & { contact: Pick<Site['contact'], 'securityEmail'> },
  siteUrl: string,
  now: Date,
): string {
  const expires = new Date(now.getTime() + VALID_DAYS * DAY_MS).toISOString();
  const fields = [
    `Contact: mailto:${encodeURI(site.contact.securityEmail)}`,
    `Expires: ${expires.replace(/\.\d+Z$/, 'Z')}`,
    // Must begin with https:, so a local site has none.
    ...(siteUrl.startsWith('https:') ? [`Canonical: ${siteUrl}${SECURITY_PATH}`] : []),
    `Preferred-Languages: ${site.language}`,
  ];
  return `${fields.join('\n')}\n`;
}
