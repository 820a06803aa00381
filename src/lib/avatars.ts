/** The initials with an avatar of their own. All others use `_`, the outline of a person. */
const INITIALS = 'abcdefghijklmnopqrstuvwxyz0123456789_';

/** Background and letter. Each pair has a contrast of at least 4.5:1 (WCAG AA). */
const COLORS = [
  ['#dbe7f6', '#1f4468'],
  ['#dcefe4', '#1d5138'],
  ['#f6e3d6', '#74381a'],
  ['#e9e1f5', '#4b3277'],
  ['#f7e0e6', '#7a2742'],
  ['#e6e8d4', '#474c18'],
] as const;

/** Returns the paths of all default avatars. */
export function avatarPaths(): string[] {
  return [...INITIALS].flatMap((initial) =>
    COLORS.map((_, variant) => `/avatars/${initial}-${variant}.svg`),
  );
}

/** Returns the default avatar with a name such as `m-3`, or `undefined` if there is none. */
export function avatarSvg(name: string): string | undefined {
  const [initial = '', variant = ''] = name.split('-');
  const colors = /^\d$/.test(variant) ? COLORS[Number(variant)] : undefined;
  if (initial.length !== 1 || !INITIALS.includes(initial) || !colors) return undefined;
  const [background, ink] = colors;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">` +
    `<rect width="96" height="96" fill="${background}"/>${initialSvg(initial, ink)}</svg>`
  );
}

function initialSvg(initial: string, ink: string): string {
  if (initial === '_') {
    return `<g fill="${ink}"><circle cx="48" cy="38" r="16"/><path d="M16 96c0-20 14-33 32-33s32 13 32 33z"/></g>`;
  }
  return (
    `<text x="48" y="49" fill="${ink}" font-family="system-ui,-apple-system,'Segoe UI',Roboto,sans-serif" ` +
    `font-size="44" font-weight="600" text-anchor="middle" dominant-baseline="central">${initial.toUpperCase()}</text>`
  );
}
