/**
 * Renders the artwork of the demo content, `db/demo/art/*.svg`, into the pictures that the demo posts use.
 *
 *   node scripts/demo-pictures.ts
 *
 * The results are committed, so this runs only after a drawing was changed. The diagrams contain
 * text and expect the font DejaVu Sans; without it they are drawn in another sans-serif.
 */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';

type PictureFacts = { width: number; height: number; bytes: number; alt?: string };

const demoDir = new URL('../db/demo/', import.meta.url);
const artDir = new URL('art/', demoDir);
const picturesDir = new URL('pictures/', demoDir);

const FULL_WIDTH = 1600;
const AVIF_WIDTHS = [480, 960, 1600];
const WEBP_WIDTHS = [480, 960];

const avif = (image: Sharp) => image.avif({ quality: 55, effort: 4 });
const webp = (image: Sharp) => image.webp({ quality: 82, effort: 4 });

/** Renders one drawing in all its sizes and formats; answers with the facts about the main file. The
 * drawing's title is its alternative text. */
async function renderPicture(svgFile: string): Promise<[string, PictureFacts]> {
  const name = basename(svgFile, '.svg');
  const svg = await readFile(new URL(svgFile, artDir));
  // Twice the size first: small sizes are then scaled from a sharp bitmap, not from a coarse one.
  const bitmap = await sharp(svg, { density: 144 })
    .resize({ width: FULL_WIDTH * 2 })
    .flatten({ background: '#f6f1e7' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const sized = (width: number) => sharp(bitmap).resize({ width });
  const path = (file: string) => fileURLToPath(new URL(file, picturesDir));

  const { width, height, size } = await webp(sized(FULL_WIDTH)).toFile(path(`${name}.webp`));
  for (const w of AVIF_WIDTHS) await avif(sized(w)).toFile(path(`${name}-${w}.avif`));
  for (const w of WEBP_WIDTHS) await webp(sized(w)).toFile(path(`${name}-${w}.webp`));
  const alt = /<title>([^<]+)</.exec(svg.toString('utf8'))?.[1];
  return [`${name}.webp`, { width, height, bytes: size, alt }];
}

async function totalBytes(directory: URL): Promise<number> {
  const files = await readdir(directory);
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(new URL(file, directory))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const drawings = (await readdir(artDir)).filter((file) => file.endsWith('.svg')).sort();
await rm(picturesDir, { recursive: true, force: true });
await mkdir(picturesDir, { recursive: true });

const facts: Record<string, PictureFacts> = {};
for (const drawing of drawings) {
  const [name, picture] = await renderPicture(drawing);
  facts[name] = picture;
}
await writeFile(new URL('pictures.json', demoDir), `${JSON.stringify(facts, null, 2)}\n`);

const kilobytes = Math.round((await totalBytes(picturesDir)) / 1024);
console.log(`${drawings.length} drawings, ${kilobytes} kB of pictures`);
