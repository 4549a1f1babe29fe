import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files with a password: of the superuser, and of the role as which the portal serves. */
const files = { owner: 'postgres.password', service: 'postgres-service.password' };
type Role = keyof typeof files;

/** Reads the role's password; null when the file is missing or has no password of the expected form. */
export async function readPassword(dataDir: string, role: Role): Promise<string | null> {
  try {
    return /^[0-9a-f]{48}\n$/.exec(await readFile(join(dataDir, files[role]), 'utf8'))?.[0].trim() ?? null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Returns the role's password; makes a new random one, in a file that only this user can read, when there is none. */
export async function ensurePassword(dataDir: string, role: Role): Promise<string> {
  const present = await readPassword(dataDir, role);
  if (present) return present;
  const path = join(dataDir, files[role]);
  const password = randomBytes(24).toString('hex');
  // Written to another file and renamed, so that an interrupted start leaves no half of it.
  await writeFile(`${path}.new`, `${password}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return password;
}
