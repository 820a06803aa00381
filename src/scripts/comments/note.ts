import { hasNoServer } from '../../lib/api.ts';
import { one } from '../dom.ts';

/** Says above the comments why something failed, with "Try again" if that may help. */
export function showNote(text: string, retry?: () => void): void {
  const note = one(document, '#comments-note');
  const button = one<HTMLButtonElement>(note, 'button');
  note.hidden = false;
  one(note, 'span').textContent = text;
  button.hidden = retry === undefined;
  button.onclick = () => {
    hideNote();
    retry?.();
  };
}

export function hideNote(): void {
  one(document, '#comments-note').hidden = true;
}

/** Says that comments couldn't be loaded. A copy of the site without a server never can. */
export function showLoadFailure(error: unknown, text: string, retry: () => void): void {
  if (hasNoServer(error)) showNote("More comments aren't available on this copy of the site.");
  else showNote(`${text} Please check your connection.`, retry);
}

/** On a copy of the site without a server, comments can only be read. */
export function showReadOnly(): void {
  const closed = one(document, '#comments-closed');
  closed.hidden = false;
  closed.textContent = "Commenting isn't available on this copy of the site.";
  one(document, '#comment-form').hidden = true;
  for (const row of document.querySelectorAll<HTMLElement>('.comment-actions')) row.hidden = true;
}

/** Shows that a button works, until the task is done. Resolves to whether the task succeeded. */
export async function whileBusy(button: HTMLElement, task: () => Promise<void>): Promise<void> {
  if (button.ariaBusy === 'true') return;
  const text = button.textContent;
  button.ariaBusy = 'true';
  button.ariaDisabled = 'true';
  button.textContent = 'Loading...';
  try {
    await task();
  } finally {
    button.ariaBusy = null;
    button.ariaDisabled = null;
    if (button.textContent === 'Loading...') button.textContent = text;
  }
}
