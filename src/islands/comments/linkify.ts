/** A piece of a comment: plain text, or a link if it has an `href`. */
export interface Piece {
  text: string;
  href?: string;
}

const LINK = /\b(?:https?:\/\/|www\.)[^\s<>"“”]+/gi;

/** Splits plain text into text and links. Only http and https URLs become links. */
export function linkify(content: string): Piece[] {
  // Runs of empty lines would only push other comments away.
  const text = content.replace(/\n{3,}/g, '\n\n');
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    const shown = trimPunctuation(match[0]);
    const href = toUrl(shown);
    if (href === undefined) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: shown, href });
    end = match.index + shown.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** Removes trailing punctuation and closing brackets that were opened before the link. */
function trimPunctuation(link: string): string {
  let trimmed = link;
  for (;;) {
    const last = trimmed.at(-1) ?? '';
    const isUnmatched = last === ')' && !trimmed.includes('(');
    if (!isUnmatched && !/[.,;:!?'’*_\]}]/.test(last)) return trimmed;
    trimmed = trimmed.slice(0, -1);
  }
}

function toUrl(link: string): string | undefined {
  const url = URL.parse(/^www\./i.test(link) ? `https://${link}` : link);
  return url && url.hostname !== '' && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
