import { createHash } from 'node:crypto';
import { copyFile, mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../start-error.ts';

/**
 * Files in DATA_DIR with a time: of the last backup that was read back, and of the last restore drill that found
 * nothing wrong.
 */
type Note = 'last-backup' | 'last-restore-drill';

export function recordTime(dataDir: string, note: Note, at: Date): Promise<void> {
  return writeFile(path.join(dataDir, note), at.toISOString());
}

/** Returns the time in a file of DATA_DIR; null before the first time. */
export async function readNotedTime(dataDir: string, note: Note): Promise<string | null> {
  const text = await readFile(path.join(dataDir, note), 'utf8').catch(() => '');
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** Content of a backup: every folder and every file with its checksum, under paths relative to the backup. */
export type Manifest = { folders: string[]; files: { path: string; bytes: number; sha256: string }[] };

const manifestName = 'manifest.json';

type Tree = {
  from: string;
  to: string;
  /** Whether to copy a path relative to `from`; a rejected folder is left out with its content. */
  takes?: (relativePath: string) => boolean;
};

/** Copies a folder that may change during the copy; files that disappear are left out. */
export async function copyTree({ from, to, takes = () => true }: Tree, folder = ''): Promise<void> {
  await mkdir(path.join(to, folder), { recursive: true, mode: 0o700 });
  const entries = await readdir(path.join(from, folder), { withFileTypes: true }).catch(ignoreMissing);
  for (const entry of entries ?? []) {
    const name = path.posix.join(folder, entry.name);
    if (!takes(name)) continue;
    if (entry.isDirectory()) await copyTree({ from, to, takes }, name);
    if (entry.isFile()) await copyFile(path.join(from, name), path.join(to, name)).catch(ignoreMissing);
  }
}

/** Reads all files in the folder and writes its manifest. */
export async function writeManifest(folder: string): Promise<Manifest> {
  const manifest = await readTree(folder);
  await writeFile(path.join(folder, manifestName), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 });
  return manifest;
}

/**
 * Reads a whole backup and compares it with its manifest.
 * @throws StartError when the manifest is missing, a file is missing or damaged, or there are additional files
 */
export async function checkManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestName), 'utf8').catch(ignoreMissing);
  if (text === null) throw new StartError(`${folder} is no finished backup: it has no ${manifestName}.`);
  // Safe cast, because `writeManifest` wrote the file; any other content throws, here or below.
  const manifest = JSON.parse(text) as Manifest;
  const found = new Map((await readTree(folder)).files.map((file) => [file.path, file.sha256]));
  const wrong = manifest.files.find((file) => found.get(file.path) !== file.sha256);
  if (wrong) throw new StartError(`The backup in ${folder} is damaged: ${wrong.path} is not what was written.`);
  if (found.size !== manifest.files.length)
    throw new StartError(`The backup in ${folder} has files that are not its own.`);
  return manifest;
}

async function readTree(root: string): Promise<Manifest> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  const manifest: Manifest = { folders: [], files: [] };
  for (const entry of entries) {
    const name = path.relative(root, path.join(entry.parentPath, entry.name));
    if (entry.isDirectory()) manifest.folders.push(name);
    else if (name !== manifestName) manifest.files.push({ path: name, ...(await readChecksum(path.join(root, name))) });
  }
  return manifest;
}

async function readChecksum(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const handle = await open(file);
  let bytes = 0;
  for await (const chunk of handle.createReadStream()) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

function ignoreMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
