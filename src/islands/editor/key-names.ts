export const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);

/** Returns keys as they're written on this system: `keys('B')` is "Ctrl+B", or "⌘B" on a Mac. */
export function keys(key: string): string {
  return IS_MAC ? `⌘${key.replace('Shift+', '⇧')}` : `Ctrl+${key}`;
}
