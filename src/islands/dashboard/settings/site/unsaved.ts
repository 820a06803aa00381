import type { FieldValues } from './site-fields.ts';

/** What a user changed and didn't save. */
export interface Unsaved {
  userId: string;
  /** The version of the settings that the changes started from. */
  version: number;
  values: FieldValues;
}

const KEY = 'site-settings';

/** Returns this user's unsaved changes of this tab, or `null`. */
export function readUnsaved(userId: string): Unsaved | null {
  try {
    const stored: Unsaved | null = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return stored?.userId === userId ? stored : null;
  } catch {
    return null;
  }
}

/** Keeps unsaved changes in this tab. Without any, nothing is stored. */
export function writeUnsaved(unsaved: Unsaved): void {
  try {
    if (Object.keys(unsaved.values).length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(unsaved));
  } catch {
    // Without storage, the changes are lost when the page closes.
  }
}
