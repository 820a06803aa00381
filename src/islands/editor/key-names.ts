export const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);

/**
 * Returns keys as they're written on this system: `keys('Alt+1')` is "Ctrl+Alt+1", or "⌥⌘1" on
 * a Mac. `Control+` is Ctrl on a Mac, too. Returns the first of alternatives, which a space
 * separates.
 */
export function keys(shortcut: string): string {
  const parts = shortcut.split(' ', 1).join('').split('+');
  const key = parts.pop() ?? '';
  const isControl = parts.includes('Control');
  const others = parts.filter((part) => part !== 'Control');
  if (!IS_MAC) return ['Ctrl', ...others, key].join('+');
  const signs = others.map((part) => ({ Alt: '⌥', Shift: '⇧' })[part] ?? part);
  return `${isControl ? '⌃' : ''}${signs.join('')}${isControl ? '' : '⌘'}${key}`;
}

/** Returns such keys for `aria-keyshortcuts`. */
export function ariaKeys(shortcut: string | undefined): string | undefined {
  const main = IS_MAC ? 'Meta' : 'Control';
  return shortcut
    ?.split(' ')
    .map((one) => (one.startsWith('Control+') ? one : `${main}+${one}`))
    .join(' ');
}
