import { persistentAtom } from '@nanostores/persistent';
// It sets the storage of all persistent stores.
import './root.ts';

/** What a writer chose in this browser. Stored in localStorage under the key `preferences`. */
export interface Preferences {
  /** Single keys such as `n` work on pages without an editor. */
  singleKeys: boolean;
  /** The panel next to the text is open. */
  panel: boolean;
}

const DEFAULTS: Preferences = { singleKeys: true, panel: true };

export const $preferences = persistentAtom<Preferences>('preferences', DEFAULTS, {
  encode: JSON.stringify,
  decode,
});

export function setPreference(changes: Partial<Preferences>): void {
  $preferences.set({ ...$preferences.get(), ...changes });
}

/** Never throws: invalid values fall back to the defaults. */
function decode(stored: string): Preferences {
  try {
    const { singleKeys, panel } = JSON.parse(stored) as Partial<Preferences>;
    return { singleKeys: singleKeys !== false, panel: panel !== false };
  } catch {
    return DEFAULTS;
  }
}
