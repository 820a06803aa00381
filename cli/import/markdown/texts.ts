import { plainText } from '../../../api/content/text.ts';
import { markdownToHtml } from './html.ts';

/** A heading at the start of a text: `# Title`, or a line over `===`. */
const HEADING =
  /^(?:\s|<!--[\s\S]*?-->)*?(?:#[ \t]+([^\n]+?)[ \t#]*(?:\n|$)|([^\s#>|-][^\n]*)\n=+[ \t]*(?:\n|$))/;

/** Returns the heading at the start of a text as plain text, and the text after it. */
export function splitHeading(body: string): { heading: string; rest: string } {
  const found = HEADING.exec(body);
  if (!found) return { heading: '', rest: body };
  const heading = plainLine(found[1] ?? found[2] ?? '');
  return { heading, rest: body.slice(found[0].length) };
}

/** Returns Markdown or HTML as one line of plain text. */
export function plainLine(markdown: string): string {
  if (!/[*_`<&[\\~]|--|\.\.\./.test(markdown)) return markdown.trim();
  return plainText(markdownToHtml(markdown, { hasDashes: true }).html)
    .replace(/\s+/g, ' ')
    .trim();
}

const MORE = /<!--\s*more\s*-->|\{\/\*\s*more\s*\*\/\}/i;

/** Returns the text before the mark where lists cut a post, or an empty string. */
export function excerptOf(body: string, separator: string): string {
  const at = separator === '' ? body.search(MORE) : body.indexOf(separator);
  return at <= 0 ? '' : plainLine(body.slice(0, at));
}
