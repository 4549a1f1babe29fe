import type { AdminResource } from '#contract/publishing.ts';
import { showResource } from '#server/features/catalogue/card-rules.ts';
import type { ResourceRow } from '#server/features/catalogue/columns.ts';

/** A whole resource as administrators see it. */
export function showAdminResource(row: ResourceRow): AdminResource {
  return {
    ...showResource(row, 'administrator'),
    publishAt: row.publish_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
  };
}

/** What no form sends. */
type KeptByServer = 'id' | 'createdAt' | 'stripeProductId' | 'readingMinutes' | 'updatedAt';

/** A resource as its form would send it, for changes of single fields and for the audit log. */
export function formOf(row: ResourceRow): Omit<AdminResource, KeptByServer> {
  const {
    id: _id,
    createdAt: _createdAt,
    stripeProductId: _stripeProductId,
    readingMinutes: _readingMinutes,
    updatedAt: _updatedAt,
    ...form
  } = showAdminResource(row);
  return form;
}
