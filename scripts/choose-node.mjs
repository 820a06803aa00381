/** Finds a Node that is new enough. */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { INSTALL_NODE, stop } from './child.mjs';
import { NODE_PACKAGES } from './node-package.mjs';

// Symlinks resolved, as in process.execPath.
export const ROOT = realpathSync(fileURLToPath(new URL('..', import.meta.url)));
export const MODULES = join(ROOT, 'node_modules');
/** npm doesn't touch folders with a leading dot. */
export const NODE_FOLDER = join(MODULES, '.node');
export const PLATFORM = `${process.platform}-${process.arch}`;
export const NODE_PACKAGE = NODE_PACKAGES[PLATFORM];

/** @typedef {{ node: string, version: string, own: boolean }} Choice `own`: the user's Node. */

/**
 * Node runs TypeScript without flags from 22.18 on. Odd versions are excluded, as our dependencies
 * exclude them (vitest: ^22.12 || ^24 || >=26).
 * @param {string} version
 */
export function fits(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return (major === 22 && minor >= 18) || major === 24 || major >= 26;
}

/** @param {string} name Of its package. */
const installedNode = (name) =>
  join(
    NODE_FOLDER,
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );

/**
 * Returns the Node that runs this if it is new enough, otherwise the one from npm.
 * @returns {Choice}
 */
export function chooseNode() {
  // npm puts node_modules/.bin first in PATH, so this may already be the Node from npm.
  const own = !process.execPath.startsWith(MODULES);
  if (own && fits(process.version)) {
    return { node: process.execPath, version: process.version, own };
  }
  if (!NODE_PACKAGE) {
    stop(`Inkwell needs Node 24; this is ${process.version}. Please ${INSTALL_NODE}`);
  }
  return {
    node: installedNode(NODE_PACKAGE.name),
    version: `v${NODE_PACKAGE.version}`,
    own: false,
  };
}
