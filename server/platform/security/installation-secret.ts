import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../start-error.ts';
import { newSecret } from './secrets.ts';

const fileName = 'installation-secret';

/**
 * Returns the secret of this installation: that of the environment, otherwise that of the data folder, which is made at
 * the first start. Several processes that start on one folder at the same time all get the same secret.
 * @throws StartError when the file is damaged
 */
export async function readInstallationSecret(dataDir: string, given: string | null): Promise<string> {
  if (given !== null) return given;
  const file = path.join(dataDir, fileName);
  const known = await readFile(file, 'utf8').catch(() => null);
  if (known === null) {
    const draft = `${file}.${randomUUID()}`;
    await writeFile(draft, newSecret(), { mode: 0o600 });
    // The second process finds that the name exists; the file never exists in part.
    await link(draft, file).catch(() => undefined);
    await rm(draft);
  }
  const secret = (known ?? (await readFile(file, 'utf8'))).trim();
  if (secret.length < 32) {
    throw new StartError(`The file ${file} is damaged: bring it back from a backup or set INSTALLATION_SECRET.`);
  }
  return secret;
}
