export interface ElementNode {
  name: string;
  attribs: Map<string, string>;
  children: Node[];
}
/** Text is decoded: it has no entities. */
export type Node = ElementNode | string;

/** Elements that are removed with their content. */
export const DROPPED = new Set(
  (
    'annotation annotation-xml audio canvas datalist embed iframe map noembed noframes noscript ' +
    'object plaintext script select style svg template title video'
  ).split(' '),
);
/** Blocks that only separate lines. */
const TRANSPARENT_BLOCKS =
  'address article aside body caption center dd details dialog dir div dl dt fieldset figcaption ' +
  'figure footer form head header hgroup html legend main menu nav search section summary table tbody ' +
  'td tfoot th thead tr';
export const BLOCKS = new Set(
  `${TRANSPARENT_BLOCKS} blockquote h1 h2 h3 h4 h5 h6 hr iframe li ol p pre ul`.split(' '),
);
export const INLINE = new Set(
  'a b code del em i ins kbd s samp span strike strong sub sup tt u'.split(' '),
);
