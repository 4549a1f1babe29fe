import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const path = (dataDir: string) => join(dataDir, 'postgres.password');

/** The superuser's password, or null where the file is missing or holds anything but one of ours. */
export async function readPassword(dataDir: string): Promise<string | null> {
  try {
    return /^[0-9a-f]{48}\n$/.exec(await readFile(path(dataDir), 'utf8'))?.[0].trim() ?? null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** The superuser's password; a new random one, kept in a file only this user can read, where there is none. */
export async function ensurePassword(dataDir: string): Promise<string> {
  const present = await readPassword(dataDir);
  if (present) return present;
  const password = randomBytes(24).toString('hex');
  // Written aside and renamed, so that an interrupted start leaves no half of it.
  await writeFile(`${path(dataDir)}.new`, `${password}\n`, { mode: 0o600 });
  await rename(`${path(dataDir)}.new`, path(dataDir));
  return password;
}
