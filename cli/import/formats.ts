import { ghost } from './ghost/ghost.ts';
import { markdown } from './markdown/markdown.ts';
import type { ForeignFormat } from './source.ts';
import { wordpress } from './wordpress/wordpress.ts';

/** The exports of other systems that Inkwell reads. The first that recognizes a path wins. */
export const FORMATS: readonly ForeignFormat[] = [wordpress, ghost, markdown];
