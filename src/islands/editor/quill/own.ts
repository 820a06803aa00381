const OWN = 'data-inkwell';

/** HTML for the clipboard, marked as ours: pasted here, it keeps everything. */
export function markOwn(html: string): string {
  return `<div ${OWN}>${html}</div>`;
}

/** Was this copied here? */
export function isOwn(pasted: Document): boolean {
  return pasted.querySelector(`[${OWN}]`) !== null;
}
