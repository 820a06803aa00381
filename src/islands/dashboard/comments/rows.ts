import { focusListTitle } from '../lists/ListFrame.tsx';

/** The rows of the list of comments, which have the comments' ids. */
function rowsInOrder(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main tbody > tr[data-id]')];
}

/** Returns the id of the row that has the focus, or a part of it. */
export function focusedRow(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('tr[data-id]')?.dataset.id;
}

/** Focuses a row, and scrolls only if it isn't in view. Returns false if there is no such row. */
export function focusRow(id: string | undefined): boolean {
  const row = rowsInOrder().find(({ dataset }) => dataset.id === id);
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
  return row !== undefined;
}

/** Moves the focus to the next row (1) or the previous one (-1). Initially, to the first. */
export function moveFocus(by: 1 | -1): void {
  const ids = rowsInOrder().map(({ dataset }) => dataset.id);
  const at = ids.indexOf(focusedRow());
  focusRow(ids[at < 0 ? 0 : Math.min(Math.max(at + by, 0), ids.length - 1)]);
}

/** Moves the focus from a row that is decided to the next one, the previous one, or the title. */
export function focusAfter(id: string): void {
  const ids = rowsInOrder().map(({ dataset }) => dataset.id);
  const at = ids.indexOf(id);
  if (!focusRow(ids[at + 1] ?? ids[at - 1])) focusListTitle();
}
