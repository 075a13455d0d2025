import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runExclusively } from './one-at-a-time.mjs';
import { root } from './root.mjs';
import { formatSeconds, say } from './say.mjs';

/**
 * A product is something that is built from sources, such as the pages. `sources` are files and folders of the repository. `stamp` is a
 * file beside the result that contains the fingerprint (hash) of the sources. `build` writes the stamp last, or moves it to its place
 * together with the result.
 * @typedef {{ name: string, sources: string[], stamp: string, build: (fingerprint: string) => void }} Product
 */

const notSources = /^(dist|node_modules|\.cache|.*\.test\.tsx?|testing)$/;

/**
 * Builds a product, unless it was already built from the current sources. With `mayBeOld`, any existing build is used, even if the sources
 * have changed.
 * @param {Product} product @param {{ mayBeOld?: boolean }} [options]
 */
export async function ensureFresh(product, { mayBeOld = false } = {}) {
  const isReady = () => (mayBeOld ? existsSync(product.stamp) : isFresh(product));
  if (isReady()) return;
  await runExclusively('build', async () => {
    if (isReady()) return;
    const startTime = performance.now();
    say(`Building ${product.name}. This takes some seconds, the first time and after a change.`);
    product.build(computeFingerprint(product.sources));
    say(`Built in ${formatSeconds(startTime)}.`);
  });
}

/** Returns whether the product was built from the current sources. @param {Product} product */
export const isFresh = ({ stamp, sources }) =>
  existsSync(stamp) && readFileSync(stamp, 'utf8') === computeFingerprint(sources);

/** @param {readonly string[]} sources */
function computeFingerprint(sources) {
  const hash = createHash('sha256');
  const files = sources.flatMap((source) => listFiles(path.join(root, source)));
  files.sort();
  for (const file of files) {
    hash
      .update(`${path.relative(root, file)}\n`)
      .update(readFileSync(file))
      .update('\n');
  }
  return hash.digest('hex');
}

/** @param {string} sourcePath @returns {string[]} */
function listFiles(sourcePath) {
  if (path.extname(sourcePath) !== '') return [sourcePath];
  return readdirSync(sourcePath, { withFileTypes: true })
    .filter((entry) => !notSources.test(entry.name))
    .flatMap((entry) => {
      const innerPath = path.join(sourcePath, entry.name);
      return entry.isDirectory() ? listFiles(innerPath) : [innerPath];
    });
}
