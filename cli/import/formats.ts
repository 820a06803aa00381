import { comments } from './comments/comments.ts';
import { disqus } from './comments/disqus.ts';
import { ghost } from './ghost/ghost.ts';
import { inkwellFolder } from './inkwell-folder.ts';
import { markdown } from './markdown/markdown.ts';
import { medium } from './medium.ts';
import type { ForeignFormat } from './source.ts';
import { substack } from './substack.ts';
import { wordpress } from './wordpress/wordpress.ts';

/** The exports of other systems that Inkwell reads. The first that recognizes a path wins. */
export const FORMATS: readonly ForeignFormat[] = [
  inkwellFolder,
  wordpress,
  ghost,
  disqus,
  comments,
  substack,
  medium,
  markdown,
];
