import type { EditorIconName } from '../../../icons/editor-icons.ts';
import { ALIGNMENTS, BACKGROUNDS, type Choice, COLORS, FONTS, HEADINGS, SIZES } from './choices.ts';

/** A tool: in the toolbar, in the slash menu, and in the help. */
export interface Control {
  /** The name of Quill's format, or of a command (`useTools.ts`). */
  format: string;
  name: string;
  /** Other words that find it in the slash menu, which has only tools with this field. */
  synonyms?: string;
  icon?: EditorIconName;
  /** The value of the format; `true` if it has none, `false` for plain text. */
  value?: string | false;
  /**
   * Keys with Ctrl, or Cmd on a Mac: `B`, `Alt+1`. With `Control+`, it's Ctrl on a Mac, too. A
   * space separates alternatives.
   */
  shortcut?: string;
  choices?: readonly Choice[];
  /** Where it's in the row. The others are behind "More". */
  row?: 'always' | 'phone' | 'wide';
}

export interface ControlGroup {
  name: string;
  controls: readonly Control[];
}

export const GROUPS: readonly ControlGroup[] = [
  {
    name: 'Text style',
    controls: [
      { format: 'header', name: 'Heading', icon: 'heading', choices: HEADINGS, row: 'always' },
      { format: 'bold', name: 'Bold', icon: 'bold', shortcut: 'B', row: 'always' },
      { format: 'italic', name: 'Italic', icon: 'italic', shortcut: 'I', row: 'always' },
      { format: 'underline', name: 'Underline', icon: 'underline', shortcut: 'U' },
      {
        format: 'strike',
        name: 'Strikethrough',
        icon: 'strikethrough',
        shortcut: 'Control+Alt+U Shift+X',
      },
      {
        format: 'code',
        name: 'Inline code',
        icon: 'code',
        shortcut: 'E Control+Shift+K',
      },
      { format: 'script', name: 'Superscript', icon: 'superscript', value: 'super' },
      { format: 'script', name: 'Subscript', icon: 'subscript', value: 'sub' },
    ],
  },
  {
    name: 'Insert',
    controls: [
      { format: 'link', name: 'Link', icon: 'link', shortcut: 'K', row: 'always' },
      {
        format: 'image',
        name: 'Insert image',
        synonyms: 'picture photo upload file img',
        icon: 'image-plus',
        row: 'always',
      },
      {
        format: 'library',
        name: 'Insert from the library',
        synonyms: 'image picture photo media uploads',
        icon: 'images',
      },
      {
        format: 'video',
        name: 'Embed video',
        synonyms: 'youtube vimeo movie film',
        icon: 'square-play',
      },
    ],
  },
  {
    name: 'Lists and blocks',
    controls: [
      {
        format: 'list',
        name: 'Bulleted list',
        synonyms: 'ul unordered points',
        icon: 'list',
        value: 'bullet',
        shortcut: 'Control+L',
        row: 'always',
      },
      {
        format: 'list',
        name: 'Numbered list',
        synonyms: 'ol ordered steps',
        icon: 'list-ordered',
        value: 'ordered',
        shortcut: 'Control+Alt+L',
      },
      {
        format: 'list',
        name: 'Checklist',
        synonyms: 'check list todo to-do task checkbox tick',
        icon: 'list-checks',
        shortcut: 'Shift+9',
        value: 'unchecked',
      },
      {
        format: 'blockquote',
        name: 'Quote',
        synonyms: 'blockquote citation',
        icon: 'text-quote',
        shortcut: 'Control+Q',
        row: 'wide',
      },
      {
        format: 'code-block',
        name: 'Code block',
        synonyms: 'pre snippet program fenced',
        icon: 'square-code',
        shortcut: 'Alt+8',
        row: 'wide',
      },
      {
        format: 'block',
        name: 'Divider',
        synonyms: 'hr horizontal rule line separator',
        icon: 'minus',
        shortcut: 'Control+Alt+R',
        value: 'divider',
      },
      {
        format: 'block',
        name: 'Table',
        synonyms: 'grid rows columns cells spreadsheet',
        icon: 'table',
        value: 'table',
      },
      {
        format: 'block',
        name: 'Callout',
        synonyms: 'note tip warning aside box hint info',
        icon: 'info',
        value: 'callout',
      },
      {
        format: 'block',
        name: 'Collapsible section',
        synonyms: 'toggle details accordion summary collapse expand spoiler',
        icon: 'list-collapse',
        value: 'details',
      },
      {
        format: 'block',
        name: 'Definitions',
        synonyms: 'glossary terms dl',
        icon: 'book',
        value: 'definitions',
      },
      {
        format: 'block',
        name: 'Footnote',
        synonyms: 'note reference endnote',
        icon: 'superscript',
        value: 'footnote',
      },
      {
        format: 'block',
        name: 'Formula',
        synonyms: 'math equation tex latex',
        icon: 'sigma',
        value: 'formula',
      },
      {
        format: 'block',
        name: 'Inline formula',
        synonyms: 'inline math equation tex latex',
        icon: 'radical',
        value: 'inline-formula',
      },
    ],
  },
  {
    name: 'Appearance',
    controls: [
      { format: 'font', name: 'Font', choices: FONTS },
      { format: 'size', name: 'Size', choices: SIZES },
      { format: 'color', name: 'Text color', icon: 'baseline', choices: COLORS },
      { format: 'background', name: 'Background color', icon: 'highlighter', choices: BACKGROUNDS },
    ],
  },
  {
    name: 'Layout',
    controls: [
      { format: 'align', name: 'Alignment', icon: 'text-align-start', choices: ALIGNMENTS },
      { format: 'clean', name: 'Remove formatting', icon: 'remove-formatting' },
    ],
  },
  {
    name: 'Undo and redo',
    controls: [
      { format: 'undo', name: 'Undo', icon: 'undo', shortcut: 'Z', row: 'phone' },
      { format: 'redo', name: 'Redo', icon: 'redo', shortcut: 'Y' },
    ],
  },
  {
    name: 'View',
    controls: [
      { format: 'find', name: 'Find and replace', icon: 'search', shortcut: 'F' },
      { format: 'outline', name: 'Outline', icon: 'list-tree' },
      { format: 'focus', name: 'Focus mode', icon: 'maximize', shortcut: 'Shift+F' },
    ],
  },
  {
    name: 'Help',
    controls: [{ format: 'help', name: 'Keyboard shortcuts', icon: 'keyboard', shortcut: '/' }],
  },
];

/** Controls that run a command and have no pressed state. */
export const COMMANDS = [
  'image',
  'library',
  'video',
  'block',
  'clean',
  'undo',
  'redo',
  'find',
  'outline',
  'focus',
  'help',
];

/** Commands whose insert is an undo step of its own, or comes later from a dialog. */
export const INSERTS = ['image', 'library', 'video', 'block'];

const BUBBLE = ['Bold', 'Italic', 'Inline code', 'Link', 'Heading 2', 'Heading 3', 'Quote'];

/** Returns the tools above selected text. */
export function bubbleControls(): Control[] {
  const all = singleControls();
  return BUBBLE.flatMap((name) => all.find((control) => control.name === name) ?? []);
}

/** Returns the tools of the slash menu. Small headings, which are rare, are the last ones. */
export function slashControls(): Control[] {
  const all = singleControls().filter(({ synonyms }) => synonyms !== undefined);
  const isRare = ({ name }: Control) => /^Heading [4-6]$/.test(name);
  return [...all.filter((control) => !isRare(control)), ...all.filter(isRare)];
}

/** Returns all tools. Each kind of heading is one of them. */
export function singleControls(): Control[] {
  return GROUPS.flatMap(({ controls }) => controls).flatMap((control) => {
    const { format, choices = [] } = control;
    if (format !== 'header') return [control];
    return choices.map(({ label: name, ...choice }) => ({ format, name, ...choice }));
  });
}

/** The formats that "Remove formatting" clears at the cursor. */
export const INLINE_FORMATS = [
  ...['bold', 'italic', 'underline', 'strike', 'code', 'script', 'link'],
  ...['font', 'size', 'color', 'background'],
];
