import { pick } from './pick.ts';

/** How many there are. `src/og/artwork.ts` draws them, `scripts/icons.ts` saves them. */
export const GENERATED_COVERS = 24;

/** Returns the address of the picture that's shown for a post without a cover. */
export function generatedCover(slug: string): string {
  return `/covers/${pick(slug, GENERATED_COVERS)}.svg`;
}
