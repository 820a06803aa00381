/**
 * `node scripts/icons.ts`: draws the icons and the generated covers of `public/`. They're
 * committed.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { GENERATED_COVERS } from '../api/contract/generated-cover.ts';
import { markSvg } from '../src/icons/mark.ts';
import { artworkSvg } from '../src/og/artwork.ts';

/** Vermilion (`--mark-shape` of src/styles/tokens.css) stands out in the tabs of either theme. */
const VERMILION = '#e4572e';
/** For larger icons: the mark in vermilion on ink blue. */
const INK = '#16213d';
const PUBLIC = new URL('../public/', import.meta.url);

await save('favicon.svg', markSvg(VERMILION));
await save('favicon.ico', ico(await png(markSvg(VERMILION), 32), 32));
await save('favicon-32.png', await png(markSvg(VERMILION), 32));
// Apple rounds the corners itself and shows transparency as black.
await save('apple-touch-icon.png', await png(markSvg(VERMILION, INK, 0.66), 180));
await save('icon-192.png', await png(rounded(), 192));
await save('icon-512.png', await png(rounded(), 512));
// The safe zone of a maskable icon is a circle of 80 per cent.
await save('icon-maskable-512.png', await png(markSvg(VERMILION, INK, 0.56), 512));

await mkdir(new URL('covers/', PUBLIC), { recursive: true });
for (let n = 0; n < GENERATED_COVERS; n++) await save(`covers/${n}.svg`, artworkSvg(n));

function rounded(): string {
  return markSvg(VERMILION, INK, 0.66).replace('<rect ', '<rect rx="7" ');
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
