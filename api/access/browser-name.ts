import Bowser from 'bowser';

const MAX_LENGTH = 500;

/** Returns a name for a `User-Agent` header, such as "Firefox on Linux", or an empty string. */
export function browserName(userAgent: string | undefined): string {
  if (!userAgent) return '';
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_LENGTH));
  return [browser.name, os.name].filter(Boolean).join(' on ');
}
