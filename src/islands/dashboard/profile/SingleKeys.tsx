import { useStore } from '@nanostores/react';
import { $preferences, setPreference } from '../../../stores/preferences.ts';

/** Switches the single-key shortcuts of writers on and off, at once. */
export function SingleKeys() {
  const { singleKeys } = useStore($preferences);
  return (
    <section className="mt-12 border-line border-t pt-5" aria-labelledby="keyboard-title">
      <h2 id="keyboard-title" className="text-lg">
        Keyboard
      </h2>
      <label className="mt-2 flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-accent"
          aria-describedby="keyboard-hint"
          checked={singleKeys}
          onChange={({ target }) => setPreference({ singleKeys: target.checked })}
        />
        Single-key shortcuts
      </label>
      <p id="keyboard-hint" className="field-hint">
        <kbd>n</kbd> opens a new post, and <kbd>e</kbd> edits the post that you're reading. They
        don't work while you write. Editors also have keys for comments, which the dashboard names
        there. This setting is saved in this browser only.
      </p>
    </section>
  );
}
