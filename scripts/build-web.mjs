import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressWeb } from './compress-web.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const served = join(dist, 'web');
const stampFile = join(dist, '.stamp');
const indexFile = join(served, 'browser', 'index.html');

/** Folders, without their tests, and files on which the built web app depends. */
const folders = ['web', 'contract'];
const files = ['package-lock.json', 'vite.config.ts', 'scripts/compress-web.mjs'];

/**
 * Whether dist/web was built from the sources as they are now. Its folder `browser` is for browsers, `server` for the
 * portal.
 */
export function isWebBuilt() {
  try {
    readFileSync(indexFile);
    return readFileSync(stampFile, 'utf8').trim() === hashSources();
  } catch {
    return false;
  }
}

/**
 * Builds the web app into a folder of its own and then puts it in place of dist/web, so that another process finds the
 * old one, for a moment none, or the new one, and never a part of either.
 * @throws the error of Vite or of the file system
 */
export async function buildWeb() {
  const hash = hashSources();
  mkdirSync(dist, { recursive: true });
  sweepUnfinished();
  const fresh = join(dist, `.web-${process.pid}`);
  mkdirSync(fresh, { recursive: true });
  try {
    const { build } = await import('vite');
    const common = {
      configFile: join(root, 'vite.config.ts'),
      // Node reads the configuration itself; Vite would write a copy of it into node_modules, which may be read-only.
      configLoader: 'native',
      logLevel: 'error',
    };
    await build({ ...common, build: { outDir: join(fresh, 'browser'), emptyOutDir: true } });
    await build({
      ...common,
      // A server build would choose React's development files by the environment of the moment.
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      build: { outDir: join(fresh, 'server'), emptyOutDir: true, ssr: 'entry-server.ts' },
    });
    await compressWeb(join(fresh, 'browser'));
    putInPlace(fresh);
    writeFileSync(`${fresh}-stamp`, `${hash}\n`);
    renameSync(`${fresh}-stamp`, stampFile);
  } finally {
    for (const rest of ['', '-old', '-stamp']) rmSync(fresh + rest, { recursive: true, force: true });
  }
}

/** A folder cannot take another's place in one step; a second build may come in between, and the later one stays. */
function putInPlace(fresh) {
  for (let attempt = 1; ; attempt++) {
    rmSync(`${fresh}-old`, { recursive: true, force: true });
    try {
      renameSync(served, `${fresh}-old`);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    try {
      renameSync(fresh, served);
      return;
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}

/** Removes the folders of builds that were killed; those of a running process stay. */
function sweepUnfinished() {
  for (const name of readdirSync(dist)) {
    const processId = Number(/^\.web-(\d+)/.exec(name)?.[1] ?? 0);
    if (processId && !isAlive(processId)) rmSync(join(dist, name), { recursive: true, force: true });
  }
}

function isAlive(processId) {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function hashSources() {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const hash = createHash('sha256');
  for (const path of [...paths.sort(), ...files.map((file) => join(root, file))]) {
    const content = readFileSync(path);
    hash.update(`${path.slice(root.length)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  // React's small build, whatever the caller's NODE_ENV is.
  process.env.NODE_ENV = 'production';
  const isNeeded = !process.argv.includes('--if-changed') || !isWebBuilt();
  try {
    if (isNeeded) await buildWeb();
  } catch (error) {
    const isUnwritable = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(error.code);
    console.error(
      isUnwritable
        ? `The web app cannot be built because ${dist} cannot be written (${error.code}): make it writable for this user.`
        : `The web app could not be built.\n${error.message}`,
    );
    process.exit(1);
  }
}
