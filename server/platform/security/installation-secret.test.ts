import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readInstallationSecret } from './installation-secret.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-secret-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('the secret is made once, for its owner only, and is the same for all who start at the same time and later', async () => {
  const starts = await Promise.all(Array.from({ length: 5 }, () => readInstallationSecret(folder, null)));
  expect(new Set(starts).size).toBe(1);
  expect(await readInstallationSecret(folder, null)).toBe(starts[0]);
  expect(await readFile(path.join(folder, 'installation-secret'), 'utf8')).toBe(starts[0]);
  expect((await stat(path.join(folder, 'installation-secret'))).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['installation-secret']);
});

it('the secret is the one of the environment when there is one', async () => {
  expect(await readInstallationSecret('/nonexistent', 'given')).toBe('given');
});

it('stops the start when its file is damaged', async () => {
  await writeFile(path.join(folder, 'installation-secret'), 'short');
  await expect(readInstallationSecret(folder, null)).rejects.toThrow('is damaged');
});
