import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export const migrationsFolder = path.resolve(import.meta.dirname, '../../migrations');

/** Subfolder of the migrations that the baseline replaces in a new database. */
const replacedFolder = 'before-0.1';

const baseline = '0001_baseline';

/** A migration and its statements, which are empty if the baseline has run them. */
export type MigrationText = { name: string; text: string };

/** Returns the names of all migrations in order, without the baseline, which is recorded under the names it replaces. */
export async function listMigrations(from = migrationsFolder): Promise<string[]> {
  const { replaced, later } = await listFiles(from);
  return [...replaced, ...later];
}

export async function readMigration(name: string, from = migrationsFolder): Promise<string> {
  const { replaced } = await listFiles(from);
  return readFile(path.join(from, replaced.includes(name) ? replacedFolder : '', `${name}.sql`), 'utf8');
}

/**
 * Reads all migrations in order. In a new database the first one has the text of the baseline, and the others that the
 * baseline replaces have none, so that every database records the same names.
 */
export async function readMigrations(from: string, { isNew }: { isNew: boolean }): Promise<MigrationText[]> {
  const { replaced, later, hasBaseline } = await listFiles(from);
  const before =
    isNew && hasBaseline
      ? replaced.map(async (name, index) => ({ name, text: index === 0 ? await readBaseline(from) : '' }))
      : replaced.map((name) => read(name, path.join(from, replacedFolder)));
  return Promise.all([...before, ...later.map((name) => read(name, from))]);
}

function readBaseline(from: string): Promise<string> {
  return readFile(path.join(from, `${baseline}.sql`), 'utf8');
}

async function read(name: string, folder: string): Promise<MigrationText> {
  return { name, text: await readFile(path.join(folder, `${name}.sql`), 'utf8') };
}

type MigrationFiles = { replaced: string[]; later: string[]; hasBaseline: boolean };

async function listFiles(from: string): Promise<MigrationFiles> {
  const [replaced, others] = await Promise.all([listNumbered(path.join(from, replacedFolder)), listNumbered(from)]);
  return { replaced, later: others.filter((name) => name !== baseline), hasBaseline: others.includes(baseline) };
}

/** Returns the names of the numbered files of a folder in order; none if the folder does not exist. */
async function listNumbered(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  return files.flatMap((name) => (/^\d{4}_.+\.sql$/.test(name) ? [name.replace('.sql', '')] : [])).sort();
}
