/** Icons for formatting text. From Lucide, as in `icons.ts`. */
export const TEXT_ICONS = {
  bold: 'M6 12h9a4 4 0 010 8H7a1 1 0 01-1-1V5a1 1 0 011-1h7a4 4 0 010 8',
  code: 'M16 18l6-6-6-6M8 6l-6 6 6 6',
  italic: 'M19 4L10 4M14 20L5 20M15 4L9 20',
  link: 'M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71',
  'text-quote': 'M17 5H3M21 12H8M21 19H8M3 12v7',
} as const;

export type TextIconName = keyof typeof TEXT_ICONS;
