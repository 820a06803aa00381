import { Tokenizer } from 'htmlparser2';

/** Attributes with an address, and those with a list of addresses and sizes. */
const ADDRESSES = new Set(['href', 'src', 'poster']);
const LISTS = new Set(['srcset', 'imagesrcset']);

/**
 * Addresses of this site, but not of others (`//host/`), and not of scripts, styles and fonts: the
 * live site has the same ones.
 */
const OWN_ADDRESS = /^\s*(?=\/(?![/\\]|_assets\/))/g;
const OWN_ADDRESSES = /(?:^\s*|,\s+)(?=\/(?![/\\]|_assets\/))/g;

/**
 * Returns an HTML page with `base` in front of all paths of this site: `/post/a` becomes
 * `{base}/post/a`. Everything else stays as it is.
 */
export function rewriteLinks(html: string, base: string): string {
  const ignore = () => undefined;
  let result = '';
  let copied = 0;
  let name = '';
  let start = -1;
  let end = -1;
  const tokenizer = new Tokenizer(
    {},
    {
      onattribname(from, to) {
        name = html.slice(from, to).toLowerCase();
        [start, end] = [-1, -1];
      },
      onattribdata(from, to) {
        if (start < 0) start = from;
        end = to;
      },
      onattribentity() {
        // Our pages never begin an address with an entity.
        if (start < 0) name = '';
      },
      onattribend() {
        const isList = LISTS.has(name);
        if (start < 0 || !(isList || ADDRESSES.has(name))) return;
        const value = html.slice(start, end);
        const rewritten = value.replace(
          isList ? OWN_ADDRESSES : OWN_ADDRESS,
          (before) => before + base,
        );
        result += html.slice(copied, start) + rewritten;
        copied = end;
      },
      onopentagname: ignore,
      onopentagend: ignore,
      onselfclosingtag: ignore,
      onclosetag: ignore,
      ontext: ignore,
      ontextentity: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return result + html.slice(copied);
}
