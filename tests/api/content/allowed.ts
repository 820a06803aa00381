import { Parser } from 'htmlparser2';

const BLOCK = { class: /^(ql-(indent-[1-8]|align-(center|right|justify)|direction-rtl)( |$))+$/ };
const COLOR = '(#[0-9a-f]{6}|#[0-9a-f]{8}|[a-z]+)';
const INLINE = {
  class: /^(ql-font-(serif|monospace)|ql-size-(small|large|huge)|ql-font-\w+ ql-size-\w+)$/,
  style: new RegExp(`^(color:${COLOR})?;?(background-color:${COLOR})?$`),
};

const CELL = {
  colspan: /^([2-9]|\d\d|100)$/,
  rowspan: /^([2-9]|[1-9]\d+)$/,
  'data-align': /^(left|center|right)$/,
};

/** The allowed elements and attributes, written independently of the sanitizer. */
const ALLOWED: Record<string, Record<string, RegExp>> = {
  ...Object.fromEntries(
    ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'li'].map((tag) => [tag, BLOCK]),
  ),
  ...Object.fromEntries(
    ['strong', 'em', 'u', 's', 'sup', 'sub', 'code'].map((tag) => [tag, INLINE]),
  ),
  a: {
    ...INLINE,
    href: /^(https?:\/\/|mailto:|tel:|[^:]*$|[/#?.])/,
    rel: /^noopener noreferrer$/,
  },
  ul: { 'data-checked': /^(true|false)$/ },
  ol: { start: /^[1-9]\d*$/ },
  span: { ...INLINE, 'data-math': /^$/, 'data-footnote': /^$/ },
  pre: {
    'data-language': /^[a-z]+$/,
    'data-title': /^[^\n]{1,200}$/,
    'data-lines': /^\d+(-\d+)?(,\d+(-\d+)?)*$/,
    'data-numbers': /^$/,
  },
  ...Object.fromEntries(
    ['caption', 'dd', 'details', 'dl', 'dt', 'figcaption', 'hr', 'summary']
      .concat('table', 'tbody', 'thead', 'tr')
      .map((tag) => [tag, {}]),
  ),
  div: { 'data-math': /^$/ },
  aside: { 'data-callout': /^(note|tip|warning)$/ },
  figure: { 'data-width': /^(wide|full)$/ },
  td: CELL,
  th: { ...CELL, scope: /^(col|row)(group)?$/ },
  br: {},
  img: { src: /^(https?:\/\/|\/(?!\/))/, alt: /^/, width: /^\d+$/, height: /^\d+$/ },
  iframe: {
    class: /^ql-video( ql-align-(center|right|justify))?$/,
    src: /^https:\/\/(www\.youtube-nocookie\.com\/embed\/[\w-]{11}(\?start=\d+)?|player\.vimeo\.com\/video\/\d+(\?h=[0-9a-f]+)?)$/,
    title: /^./,
    loading: /^lazy$/,
    allow: /^encrypted-media; fullscreen; picture-in-picture$/,
    allowfullscreen: /^$/,
    referrerpolicy: /^strict-origin-when-cross-origin$/,
    sandbox:
      /^allow-popups allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts$/,
  },
};

/** Returns everything in the HTML that isn't allowed. */
export function foreignParts(html: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      const allowed = ALLOWED[name];
      if (!allowed) found.push(`<${name}>`);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (!allowed?.[attribute]?.test(value)) found.push(`<${name} ${attribute}="${value}">`);
      }
    },
    oncomment: (text) => void found.push(`<!--${text}`),
    onprocessinginstruction: (name) => void found.push(`<${name}`),
  });
  parser.end(html);
  return found;
}
