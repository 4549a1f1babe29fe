import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Whose password a file holds: the superuser's, or that of the role the portal serves as. */
const files = { owner: 'postgres.password', service: 'postgres-service.password' };
type Role = keyof typeof files;

/** The role's password, or null where the file is missing or holds anything but one of ours. */
export async function readPassword(dataDir: string, role: Role): Promise<string | null> {
  try {
    return /^[0-9a-f]{48}\n$/.exec(await readFile(join(dataDir, files[role]), 'utf8'))?.[0].trim() ?? null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** The role's password; a new random one, kept in a file only this user can read, where there is none. */
export async function ensurePassword(dataDir: string, role: Role): Promise<string> {
  const present = await readPassword(dataDir, role);
  if (present) return present;
  const path = join(dataDir, files[role]);
  const password = randomBytes(24).toString('hex');
  // Written aside and renamed, so that an interrupted start leaves no half of it.
  await writeFile(`${path}.new`, `${password}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return password;
}
