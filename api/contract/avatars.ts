/** One or two letters, or `_` for the outline of a person, and a color: `do-3`. */
const NAME = /^([a-z0-9]{1,2}|_)-(\d)$/;

/**
 * Backgrounds for white letters. They have a contrast of at least 4.5:1 (WCAG AA), and 3:1 to the
 * page in both themes, because a picture can't know the reader's theme.
 */
const COLORS = [
  '#3a65b8',
  '#327957',
  '#9c522e',
  '#7457a3',
  '#a54358',
  '#6c6d29',
  '#237486',
  '#954886',
  '#876125',
  '#6e6769',
] as const;

/** Returns the default avatar with a name such as `do-3`, or `undefined` if there is none. */
export function avatarSvg(name: string): string | undefined {
  const [, letters, color] = NAME.exec(name) ?? [];
  if (letters === undefined) return undefined;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">` +
    `<rect width="96" height="96" fill="${COLORS[Number(color)]}"/>${contentOf(letters)}</svg>`
  );
}

function contentOf(letters: string): string {
  if (letters === '_') {
    return `<g fill="#fff"><circle cx="48" cy="38" r="16"/><path d="M16 96c0-20 14-33 32-33s32 13 32 33z"/></g>`;
  }
  return (
    `<text x="48" y="49" fill="#fff" font-family="system-ui,-apple-system,'Segoe UI',Roboto,sans-serif" ` +
    `font-size="${letters.length === 1 ? 44 : 38}" font-weight="600" text-anchor="middle" ` +
    `dominant-baseline="central">${letters.toUpperCase()}</text>`
  );
}
