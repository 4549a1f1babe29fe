import type { Db } from '#server/platform/database/db.ts';

/** Where a new version of the catalogue is announced; the payload is its number. */
export const catalogueChannel = 'catalogue_version';

/**
 * Raises the version of the catalogue: the last step of every write to resources or online products, in the same
 * transaction. Once that is committed no node answers from lists kept before it; this node from the next request on.
 */
export async function bumpCatalogueVersion(db: Db): Promise<void> {
  const rows = await db.prepared<{ version: number }>(
    'catalogue.bump_version',
    'update catalogue_version set version = version + 1 returning version',
    [],
  );
  await db.notify(catalogueChannel, String(rows[0]?.version));
}

/** The number of the catalogue's version as it is committed now. */
export async function getCatalogueVersion(db: Db): Promise<number> {
  const rows = await db.prepared<{ version: number }>(
    'catalogue.get_version',
    'select version from catalogue_version',
    [],
  );
  const version = rows[0]?.version;
  if (version === undefined) throw new Error('The row of catalogue_version is missing');
  return version;
}
