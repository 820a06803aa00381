/** As the server counts: UTF-16 units, a line break as one. */
export const MAX_LENGTH = 200;

/** A piece of a comment: plain text, or a link when it has an address. */
export interface Piece {
  text: string;
  href?: string;
}

const LINK = /\b(?:https?:\/\/|www\.)[^\s<>"“”]+/gi;

/** Splits plain text into text and links. Only http and https addresses become links. */
export function piecesOf(content: string): Piece[] {
  // More than one empty line in a row only pushes other people's comments away.
  const text = content.replace(/\n{3,}/g, '\n\n');
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    const shown = withoutPunctuation(match[0]);
    const href = addressOf(shown);
    if (href === undefined) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: shown, href });
    end = match.index + shown.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** What ends a sentence does not belong to the address, nor does a bracket that was opened before it. */
function withoutPunctuation(link: string): string {
  let kept = link;
  for (;;) {
    const last = kept.at(-1) ?? '';
    const loose = last === ')' && !kept.includes('(');
    if (!loose && !/[.,;:!?'’*_\]}]/.test(last)) return kept;
    kept = kept.slice(0, -1);
  }
}

function addressOf(link: string): string | undefined {
  const url = URL.parse(/^www\./i.test(link) ? `https://${link}` : link);
  return url && url.hostname !== '' && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
