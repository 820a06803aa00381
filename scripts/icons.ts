/** `node scripts/icons.ts`: draws the icons of `public/` from the mark. They're committed. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { faviconSvg, markSvg } from '../src/og/mark.ts';

const ACCENT = { light: '#2f45c5', dark: '#aab8ff' };
const ON_ACCENT = '#ffffff';
const PUBLIC = new URL('../public/', import.meta.url);

await save('favicon.svg', faviconSvg(ACCENT.light, ACCENT.dark));
await save('favicon.ico', ico(await png(markSvg(ACCENT.light), 32), 32));
await save('favicon-32.png', await png(markSvg(ACCENT.light), 32));
// Apple rounds the corners itself and shows transparency as black.
await save('apple-touch-icon.png', await png(markSvg(ON_ACCENT, ACCENT.light, 0.66), 180));
await save('icon-192.png', await png(rounded(), 192));
await save('icon-512.png', await png(rounded(), 512));
// The safe zone of a maskable icon is a circle of 80 per cent.
await save('icon-maskable-512.png', await png(markSvg(ON_ACCENT, ACCENT.light, 0.56), 512));

function rounded(): string {
  return markSvg(ON_ACCENT, ACCENT.light, 0.66).replace('<rect ', '<rect rx="7" ');
}

async function png(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

/** An ICO file that holds one PNG: a header of 6 bytes, an entry of 16, the picture. */
function ico(picture: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(picture.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, picture]);
}

async function save(name: string, data: string | Buffer): Promise<void> {
  await writeFile(fileURLToPath(new URL(name, PUBLIC)), data);
}
