/** The site's mark, a drop of ink that is also a nib, on a field of 32 by 32. */
export const MARK = {
  drop: 'M16 1.5C14.6 5.6 5 13.2 5 20a11 11 0 0 0 22 0c0-6.8-9.6-14.4-11-18.5Z',
  /** Cut out of it: the slit and the breather hole. */
  slit: 'M16 0V19',
  hole: { x: 16, y: 20.5, radius: 3 },
} as const;

/**
 * Returns the mark as an SVG. `ground` fills the square behind it; `scale` leaves room around it.
 */
export function markSvg(ink: string, ground?: string, scale = 1): string {
  const shift = 16 * (1 - scale);
  const back = ground ? `<rect width="32" height="32" fill="${ground}"/>` : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32">${back}` +
    `<g transform="translate(${shift} ${shift}) scale(${scale})">${markBody(ink)}</g></svg>`
  );
}

function markBody(ink: string): string {
  const { drop, slit, hole } = MARK;
  return (
    `<mask id="m"><path fill="#fff" d="${drop}"/><path stroke="#000" stroke-width="1.3" d="${slit}"/>` +
    `<circle cx="${hole.x}" cy="${hole.y}" r="${hole.radius}"/></mask>` +
    `<path fill="${ink}" mask="url(#m)" d="${drop}"/>`
  );
}

/** Returns the mark for browser tabs, with a color for each theme of the browser. */
export function faviconSvg(light: string, dark: string): string {
  return markSvg(light).replace(
    /<path fill="[^"]*" mask/,
    `<style>.ink{fill:${light}}@media(prefers-color-scheme:dark){.ink{fill:${dark}}}</style><path class="ink" mask`,
  );
}
