import { Parser } from 'htmlparser2';

const BLOCK = { class: /^(ql-(indent-[1-8]|align-(center|right|justify)|direction-rtl)( |$))+$/ };
const COLOR = '(#[0-9a-f]{6}|#[0-9a-f]{8}|[a-z]+)';
const INLINE = {
  class: /^(ql-font-(serif|monospace)|ql-size-(small|large|huge)|ql-font-\w+ ql-size-\w+)$/,
  style: new RegExp(`^(color:${COLOR})?;?(background-color:${COLOR})?$`),
};

/** The allowed elements and attributes, written independently of the sanitizer. */
const ALLOWED: Record<string, Record<string, RegExp>> = {
  ...Object.fromEntries(
    ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'li'].map((tag) => [tag, BLOCK]),
  ),
  ...Object.fromEntries(['strong', 'em', 'u', 's', 'code', 'span'].map((tag) => [tag, INLINE])),
  a: {
    ...INLINE,
    href: /^(https?:\/\/|mailto:|tel:|[^:]*$|[/#?.])/,
    rel: /^noopener noreferrer$/,
  },
  ul: { 'data-checked': /^(true|false)$/ },
  ol: { start: /^[1-9]\d*$/ },
  pre: { 'data-language': /^[a-z]+$/ },
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
