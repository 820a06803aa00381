import { $preferences } from '../stores/preferences.ts';

/**
 * Returns whether a key is for a single-key shortcut: users can switch them off, and they don't
 * work where keys type text or choose something.
 */
export function isSingleKey(event: KeyboardEvent): boolean {
  return isPlainKey(event) && !isForControl(event.target) && areOn();
}

function areOn(): boolean {
  return (
    $preferences.get().singleKeys &&
    !document.querySelector('.editor-page, dialog[open], :popover-open')
  );
}

/** Whether it's a key alone that nothing else handles. An input method may be composing text. */
function isPlainKey(event: KeyboardEvent): boolean {
  const modifiers = ['Control', 'Meta', 'Alt', 'AltGraph', 'Shift'];
  return !(
    event.defaultPrevented ||
    event.repeat ||
    event.isComposing ||
    modifiers.some((name) => event.getModifierState(name))
  );
}

const CONTROLS =
  'input, textarea, select, dialog, [popover], [role="dialog"], [role="menu"], [role="listbox"], [role="textbox"], [role="combobox"]';

/** Whether the focus is where keys type, choose or search: in a field, a menu or a dialog. */
function isForControl(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.closest(CONTROLS) !== null)
  );
}
