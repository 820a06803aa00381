import { useStore } from '@nanostores/react';
import { $preferences, setPreference } from '../../../stores/preferences.ts';
import { CheckField } from '../../ui/CheckField.tsx';

/** Switches the single-key shortcuts of writers on and off, at once. */
export function SingleKeys() {
  const { singleKeys } = useStore($preferences);
  return (
    <section className="mt-12 border-line border-t pt-5" aria-labelledby="keyboard-title">
      <h2 id="keyboard-title" className="text-lg">
        Keyboard
      </h2>
      <CheckField
        className="mt-2"
        aria-describedby="keyboard-hint"
        checked={singleKeys}
        onChange={(checked) => setPreference({ singleKeys: checked })}
      >
        Single-key shortcuts
      </CheckField>
      <p id="keyboard-hint" className="field-hint">
        <kbd>n</kbd> opens a new post, and <kbd>e</kbd> edits the post that you're reading. They
        don't work while you write. Editors also have keys for comments, which the dashboard names
        there. This setting is saved in this browser only.
      </p>
    </section>
  );
}
