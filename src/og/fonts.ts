// Inlined, so that the bundled renderer needs no paths. Licenses are in src/styles/fonts.

import sans from './fonts/figtree-latin-600-normal.woff?inline';
import sansExt from './fonts/figtree-latin-ext-600-normal.woff?inline';
import serifCyrillic from './fonts/source-serif-4-cyrillic-600-normal.woff?inline';
import serifGreek from './fonts/source-serif-4-greek-600-normal.woff?inline';
import serif from './fonts/source-serif-4-latin-600-normal.woff?inline';
import serifExt from './fonts/source-serif-4-latin-ext-600-normal.woff?inline';

export interface OgFont {
  name: string;
  data: Buffer;
  weight: 600;
  style: 'normal';
}

export const OG_FONTS: OgFont[] = [
  font('Figtree', sans),
  font('Figtree Extended', sansExt),
  font('Serif', serif),
  font('Serif Extended', serifExt),
  font('Serif Greek', serifGreek),
  font('Serif Cyrillic', serifCyrillic),
];

function font(name: string, dataUrl: string): OgFont {
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1);
  return { name, data: Buffer.from(base64, 'base64'), weight: 600, style: 'normal' };
}
