import Bowser from 'bowser';

const MAX_LENGTH = 500;

/** Returns what a `User-Agent` header says, such as "Firefox on Linux", or an empty text. */
export function browserName(userAgent: string | undefined): string {
  if (!userAgent) return '';
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_LENGTH));
  return [browser.name, os.name].filter(Boolean).join(' on ');
}
