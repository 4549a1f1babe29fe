import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(js|css|svg)$/;
/** Smaller files are not compressed: the response is one packet either way. */
const fromBytes = 1024;

/**
 * Quality of brotli. The best, 11, takes twice as long as 10 for 2 % less; 9 is enough for the largest files, such as
 * the worker of the PDF viewer, because only some visitors load them.
 */
const qualityOf = (bytes) => (bytes.length > 1_000_000 ? 9 : 10);

const encodings = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: qualityOf(bytes),
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/**
 * Writes the compressed forms of each script, stylesheet and SVG of a build beside it, so that the portal need not
 * compress them for each response; here there is time for better compression.
 * @param {string} folder the build
 */
export async function compressWeb(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(files.flatMap((file) => Object.keys(encodings).map((encoding) => compressFile(file, encoding))));
}

async function compressFile(file, encoding) {
  const bytes = readFileSync(file);
  if (bytes.length < fromBytes) return;
  writeFileSync(`${file}.${encoding}`, await encodings[encoding](bytes));
}
