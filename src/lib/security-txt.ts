import { SECURITY_PATH } from '../../api/contract/urls.ts';
import type { SiteConfig } from '../site.config.ts';

/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 350;
const DAY_MS = 86_400_000;

/**
 * Returns where to report vulnerabilities (RFC 9116). It expires: the publisher writes the file
 * again long before.
 */
export function securityTxt(
  site: Pick<SiteConfig, 'language'> & { contact: Pick<SiteConfig['contact'], 'securityEmail'> },
  siteUrl: string,
  now: Date,
): string {
  const expires = new Date(now.getTime() + VALID_DAYS * DAY_MS).toISOString();
  const fields = [
    `Contact: mailto:${encodeURI(site.contact.securityEmail)}`,
    `Expires: ${expires.replace(/\.\d+Z$/, 'Z')}`,
    // Must begin with https:, so a site on this machine has none.
    ...(siteUrl.startsWith('https:') ? [`Canonical: ${siteUrl}${SECURITY_PATH}`] : []),
    `Preferred-Languages: ${site.language}`,
  ];
  return `${fields.join('\n')}\n`;
}
