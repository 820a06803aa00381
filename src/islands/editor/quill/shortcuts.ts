import type Quill from 'quill/core.js';
import type { Range } from 'quill/core.js';
import type { Context } from 'quill/modules/keyboard.js';
import { IS_MAC } from '../key-names.ts';
import { applyFormat } from './apply-format.ts';
import { COMMANDS, type Control, singleControls } from './controls.ts';

type OnCommand = (name: string, value?: string | boolean) => void;

/** Quill has the keys of undo; those of the others work outside of the text, too. */
const ELSEWHERE = ['undo', 'redo', 'help', 'focus'];

/** Returns the key bindings of the tools that have keys. */
export function shortcutBindings(
  onCommand: OnCommand,
  isUsable: (control: Control) => boolean = () => true,
) {
  const controls = singleControls().filter(
    (control) => !ELSEWHERE.includes(control.format) && isUsable(control),
  );
  return Object.fromEntries(
    controls.flatMap((control) =>
      (control.shortcut?.split(' ') ?? []).map((shortcut) => [
        shortcut,
        { ...keysOf(shortcut), handler: handlerOf(control, onCommand) },
      ]),
    ),
  );
}

function keysOf(shortcut: string) {
  const parts = shortcut.split('+');
  const key = parts.pop() ?? '';
  const altKey = parts.includes('Alt');
  // Caps Lock changes the letter, and other alphabets have other letters on the same key.
  const characters = [key, key.toLowerCase()];
  // On many keyboards, Ctrl+Alt types characters, as AltGr does: only the character counts then.
  // On a Mac, Option changes the character.
  const codes = altKey && !IS_MAC ? [] : [key.charCodeAt(0)];
  return {
    key: [...new Set([...characters, ...codes])],
    [parts.includes('Control') ? 'ctrlKey' : 'shortKey']: true,
    altKey,
    // French keyboards type digits with Shift.
    shiftKey: altKey && /\d/.test(key) ? null : parts.includes('Shift'),
  };
}

function handlerOf({ format, value }: Control, onCommand: OnCommand) {
  return function run(this: { quill: Quill }, _range: Range, { format: on, event }: Context) {
    if (event.getModifierState('AltGraph')) return true;
    if (COMMANDS.includes(format) || format === 'link') onCommand(format, value);
    else if (format !== 'code' || !on['code-block']) {
      const isOn = value === undefined ? Boolean(on[format]) : on[format] === value;
      applyFormat(this.quill, format, isOn ? false : (value ?? true));
    }
    return false;
  };
}
