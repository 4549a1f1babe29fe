import type { Database } from '#server/platform/database/db.ts';
import type { Blobs } from '#server/platform/files/blobs.ts';
import type { DemoPeople } from './seed.ts';
import { hasAssessment, isSeeded } from './store.ts';

type Installation = {
  database: Database;
  blobs: Blobs;
  demo: boolean;
  currency: string;
  productName: string;
  publicUrl: string;
};

/**
 * Gives a new installation what it begins with: the demo with everything in it, or the readiness assessment alone.
 * @returns whether this call filled a demo
 */
export async function fillInstallation({ demo, ...seeding }: Installation, people: DemoPeople): Promise<boolean> {
  const { db } = seeding.database;
  if (demo ? await isSeeded(db) : await hasAssessment(db)) return false;
  // Loaded once in the life of an installation: it holds the texts of a whole catalogue.
  const { addAssessment, seedDemo } = await import('./seed.ts');
  if (demo) return seedDemo(seeding, people);
  await addAssessment(seeding);
  return false;
}
