/**
 * The site's mark, in a 32 × 32 view box: a drop of ink that is also the tip of a nib, with its
 * slit and breather hole. Fill it with the `evenodd` rule.
 */
export const MARK_PATH =
  'M16 1.5C14.6 5.6 5 13.2 5 20a11 11 0 0 0 22 0c0-6.8-9.6-14.4-11-18.5Z' +
  'M16 1.5l.65 3v13.07a3 3 0 1 1-1.3 0V4.5Z';

/**
 * Returns the mark as an SVG. `ground` fills the square behind it; `scale` leaves room around it.
 */
export function markSvg(ink: string, ground?: string, scale = 1): string {
  const back = ground ? `<rect width="32" height="32" fill="${ground}"/>` : '';
  const shift = 16 * (1 - scale);
  const place = scale === 1 ? '' : ` transform="translate(${shift} ${shift}) scale(${scale})"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32">${back}` +
    `<path fill="${ink}" fill-rule="evenodd"${place} d="${MARK_PATH}"/></svg>`
  );
}
