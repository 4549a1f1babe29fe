import type { CheckContent } from '#contract/learning/checks-content.ts';
import type { Db } from '#server/platform/database/db.ts';
import { createVersionedCache } from '#server/platform/database/versioned-cache.ts';
import { findContent } from './store.ts';

export type Version = { resourceId: number; version: number };

/** Returns the content of a published version. @throws Error for a version that was never published */
export type CheckContents = (version: Version) => Promise<CheckContent>;

/** Opens the contents of published versions, which are cached because they never change. */
export function openCheckContents(db: Db): CheckContents {
  const kept = createVersionedCache<CheckContent>({
    maxEntries: 100,
    maxBytes: 16 * 1024 * 1024,
    bytesOf: ({ questions }) => questions.length * 4_000,
  });
  kept.reset(true);
  return ({ resourceId, version }) =>
    kept.get(`${resourceId}.${version}`, async () => {
      const content = await findContent(db, { resourceId, version });
      if (!content) throw new Error(`Resource ${resourceId} has no version ${version} of its check`);
      return content;
    });
}
