import { LANGUAGES as STORED_LANGUAGES } from '../../../../api/contract/content/code.ts';
import type { EditorIconName } from '../../../icons/editor-icons.ts';
import { languageLabel } from '../../../lib/highlight-languages.ts';

export interface Choice {
  /** The value of the format; false for none. */
  value: string | false;
  label: string;
  /** Its keys, as in `Control.shortcut`. */
  shortcut?: string;
  /** Other words that find it in the slash menu. */
  synonyms?: string;
  icon?: EditorIconName;
  /** True for colors, which are shown as swatches. */
  isColor?: boolean;
}

export const HEADINGS: readonly Choice[] = [
  ...(['1', '2', '3', '4', '5', '6'] as const).map((value) => ({
    value,
    icon: `heading-${value}` as const,
    label: `Heading ${value}`,
    synonyms: `h${value} title section`,
    shortcut: `Alt+${value}`,
  })),
  {
    value: false,
    label: 'Normal text',
    icon: 'pilcrow',
    synonyms: 'p paragraph plain',
    shortcut: 'Alt+0',
  },
];
export const FONTS: readonly Choice[] = [
  { value: false, label: 'Standard' },
  { value: 'serif', label: 'Serif' },
  { value: 'monospace', label: 'Monospace' },
];
export const SIZES: readonly Choice[] = [
  { value: 'small', label: 'Small' },
  { value: false, label: 'Normal' },
  { value: 'large', label: 'Large' },
  { value: 'huge', label: 'Huge' },
];
export const ALIGNMENTS: readonly Choice[] = [
  { value: false, label: 'Left', icon: 'text-align-start' },
  { value: 'center', label: 'Center', icon: 'text-align-center' },
  { value: 'right', label: 'Right', icon: 'text-align-end' },
  { value: 'justify', label: 'Justify', icon: 'text-align-justify' },
];

const PALETTE = {
  '': ['#000000', '#e60000', '#ff9900', '#ffff00', '#008a00', '#0066cc', '#9933ff'],
  'pale ': ['#ffffff', '#facccc', '#ffebcc', '#ffffcc', '#cce8cc', '#cce0f5', '#ebd6ff'],
  'light ': ['#bbbbbb', '#f06666', '#ffc266', '#ffff66', '#66b966', '#66a3e0', '#c285ff'],
  'dark ': ['#888888', '#a10000', '#b26b00', '#b2b200', '#006100', '#0047b2', '#6b24b2'],
  'very dark ': ['#444444', '#5c0000', '#663d00', '#666600', '#003700', '#002966', '#3d1466'],
};
const HUES = ['gray', 'red', 'orange', 'yellow', 'green', 'blue', 'purple'];
const BLACK = '#000000';
const WHITE = '#ffffff';

/** Returns the palette, with the color of plain text or paper replaced by "no color". */
function colors(plain: string, none: string): Choice[] {
  return Object.entries(PALETTE).flatMap(([shade, values]) =>
    values.map((value, hue) => {
      if (value === plain) return { value: false as const, label: none, isColor: true };
      const name = { [BLACK]: 'black', [WHITE]: 'white' }[value] ?? `${shade}${HUES[hue]}`;
      const label = name.charAt(0).toUpperCase() + name.slice(1);
      return { value, label, isColor: true };
    }),
  );
}
export const COLORS = colors(BLACK, 'Standard');
export const BACKGROUNDS = colors(WHITE, 'None');

/** The languages that the server stores for code blocks, with their names. */
export const LANGUAGES = STORED_LANGUAGES.map((key) => ({
  key,
  label: key === 'plain' ? 'Plain text' : languageLabel(key),
}));
