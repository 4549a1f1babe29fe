import type { AdminResource, AdminResourceColumn, PublishStatus } from '#contract/catalogue/publishing.ts';
import type { CsvTable } from '#contract/csv.ts';

/** The CSV file of the list of resources; types and access types in the words of the catalogue's own file. */
export const resourceCsv: CsvTable<AdminResource, AdminResourceColumn> = {
  first: { Id: ({ id }) => id, Title: ({ title }) => title },
  columns: {
    type: { Type: ({ type }) => type },
    access: { Access: ({ accessType }) => accessType },
    price: {
      Price: ({ price }) => price,
      'Monthly price': ({ monthlyPrice }) => monthlyPrice,
      'Annual price': ({ annualPrice }) => annualPrice,
    },
    status: { Status: statusOf, 'Publishes (UTC)': ({ publishAt }) => publishAt },
    created: { 'Created (UTC)': ({ createdAt }) => createdAt },
    changed: { 'Changed (UTC)': ({ updatedAt }) => updatedAt },
  },
};

function statusOf({ isPublished, publishAt }: AdminResource): PublishStatus {
  if (isPublished) return 'published';
  return publishAt === null ? 'draft' : 'scheduled';
}
