import { IS_MAC, keys } from '../key-names.ts';
import { HEADINGS } from './choices.ts';
import { GROUPS } from './controls.ts';

export interface HelpSection {
  title: string;
  rows: readonly (readonly [keys: string, effect: string])[];
}

const ALT = IS_MAC ? '⌥' : 'Alt+';

/** Returns the keys of the tools, in the groups of the toolbar. */
function toolSections(): HelpSection[] {
  return GROUPS.map(({ name: title, controls }) => ({
    title,
    rows: controls.flatMap(({ format, name, shortcut }) => {
      if (format === 'header') return headingRows();
      return shortcut ? [[shortcut.split(' ').map(keys).join(' or '), name] as const] : [];
    }),
  })).filter(({ rows }) => rows.length > 0);
}

function headingRows(): (readonly [string, string])[] {
  const [first, ...others] = HEADINGS.filter(({ value }) => value !== false);
  const last = others.at(-1);
  const text = HEADINGS.find(({ value }) => value === false);
  return [
    [`${keys(first?.shortcut ?? '')} to ${last?.value}`, `${first?.label} to ${last?.value}`],
    [keys(text?.shortcut ?? ''), text?.label ?? ''],
  ];
}

/** All keys of the editor, and the Markdown that it understands. */
export const HELP_SECTIONS: readonly HelpSection[] = [
  ...toolSections(),
  {
    title: 'Save and publish',
    rows: [
      [keys('S'), 'Save now'],
      [keys('Enter'), 'Publish or update (asks first)'],
    ],
  },
  {
    title: 'Lines and lists',
    rows: [
      [keys('Shift+V'), 'Paste as plain text'],
      ['Shift+Enter', 'Line break in the same paragraph'],
      ['Tab', 'In a list or code: indent'],
      ['Shift+Tab', 'In a list or code: outdent'],
      ['Enter', 'In an empty list item: outdent, or leave the list'],
      ['Backspace', 'At the start of a list item, or after Markdown: back to plain text'],
      [`${ALT}Enter`, 'In a checklist: check or uncheck'],
    ],
  },
  {
    title: 'Blocks',
    rows: [
      ['/', 'Open the block menu, at the start of a line or after a space'],
      ['Arrow keys', 'Select a picture, video or other block, or move past it'],
      ['Enter', 'Edit the selected block'],
      ['Delete', 'Remove the selected block'],
      [`${IS_MAC ? '⌥⇧' : 'Alt+Shift+'}↑ or ↓`, 'Move a block or paragraph'],
    ],
  },
  {
    title: 'Type Markdown',
    rows: [
      ['# Space', 'Heading 1 (up to ###### for Heading 6)'],
      ['> Space', 'Quote'],
      ['- Space', 'Bulleted list (also * or +)'],
      ['1. Space', 'Numbered list. Other numbers and “1)” work, too'],
      ['[ ] Space', 'Checklist ([x] for a checked item)'],
      ['```', 'Code block (```js and Enter for JavaScript)'],
      ['---', 'Divider'],
      ['**text**', 'Bold'],
      ['*text*', 'Italic'],
      ['***text***', 'Bold and italic'],
      ['~~text~~', 'Strikethrough'],
      ['`text`', 'Inline code'],
      ['x^2^', 'Superscript'],
      ['H~2~O', 'Subscript'],
      ['[text](address)', 'Link (or type a web address and Space)'],
      ['![text](address)', 'Picture with alternative text'],
    ],
  },
  {
    title: 'Move around',
    rows: [
      ['Esc, then Tab', 'Leave the text'],
      ['Esc, then Shift+Tab', 'Go to the toolbar'],
      [`${ALT}F10`, 'Go to the toolbar'],
      ['Arrow keys', 'In the toolbar: move between the tools'],
      ['Esc', 'In the toolbar: return to the text'],
      ['Enter or ↓', 'In the title: go to the text'],
      ['↑', 'In the first line of the text: go to the title'],
    ],
  },
  {
    title: 'On pages without an editor',
    rows: [
      ['n', 'New post'],
      ['e', "Edit the post you're reading"],
    ],
  },
];
