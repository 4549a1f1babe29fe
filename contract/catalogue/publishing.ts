import * as z from 'zod/mini';
import { repeated } from '../text.ts';
import { AccessType, RappPhase, RappPrinciple, Resource, ResourceType } from './catalogue.ts';
import { StoredPath } from './paths.ts';
import { ResourceQuery } from './search.ts';

export const publishStatuses = ['published', 'draft', 'scheduled'] as const;
/** Status on a resource's badge; a scheduled resource is a draft that is published automatically. */
export type PublishStatus = (typeof publishStatuses)[number];

export const adminResourceSorts = ['created_at', 'updated_at', 'title', 'price_low_high', 'price_high_low'] as const;
export type AdminResourceSort = (typeof adminResourceSorts)[number];

/** Filters, order (newest first by default) and page of the list of all resources. */
export const AdminResourceQuery = z.extend(z.pick(ResourceQuery, { search: true, page: true, pageSize: true }), {
  type: z.optional(ResourceType),
  accessType: z.optional(AccessType),
  status: z.optional(z.enum(publishStatuses, { error: 'This status is not known' })),
  rappPrinciples: z.optional(RappPrinciple),
  rappImplementationPhase: z.optional(RappPhase),
  sort: z._default(z.enum(adminResourceSorts, { error: 'This sort order is not known' }), 'created_at'),
});
export type AdminResourceQuery = z.infer<typeof AdminResourceQuery>;

/** The columns of the list, beside the title, that can be chosen. */
export const adminResourceColumns = ['type', 'access', 'price', 'status', 'created', 'changed'] as const;
export type AdminResourceColumn = (typeof adminResourceColumns)[number];

/** The list as a CSV file: its search, filters and order, and the chosen columns. */
export const AdminResourceCsvQuery = z.extend(z.omit(AdminResourceQuery, { page: true, pageSize: true }), {
  columns: repeated(z.enum(adminResourceColumns, { error: 'This column is not known' })),
});
export type AdminResourceCsvQuery = z.infer<typeof AdminResourceCsvQuery>;

/** A resource that a step of a learning path names. */
export const PathPart = z.object({
  id: z.int(),
  title: z.string(),
  type: ResourceType,
  accessType: AccessType,
  state: z.enum(['listed', 'draft', 'withdrawn']),
  /** Whether its knowledge check is published. */
  hasCheck: z.boolean(),
});
export type PathPart = z.infer<typeof PathPart>;

/**
 * A resource for administrators. `publishAt` is the time at which a draft is published; `updatedAt` distinguishes one
 * saved state of the resource from the next. Both are ISO 8601 in UTC.
 */
export const AdminResource = z.extend(Resource, {
  publishAt: z.nullable(z.string()),
  updatedAt: z.string(),
  /** Null unless the resource is a learning path. */
  path: z.nullable(StoredPath),
  /** The resources of the path's steps; only of a path. */
  pathParts: z.optional(z.array(PathPart)),
});
export type AdminResource = z.infer<typeof AdminResource>;

/** Number of resources, in total and by status (ADM-RES-19). */
export const AdminResourceCounts = z.object({ total: z.int(), published: z.int(), draft: z.int(), scheduled: z.int() });
export type AdminResourceCounts = z.infer<typeof AdminResourceCounts>;

/** The outcome for each resource, in the order of their ids; `message` has the reason why one was rejected. */
export const BulkOutcome = z.object({
  id: z.int(),
  /** Empty for a resource that does not exist. */
  title: z.string(),
  outcome: z.enum(['changed', 'unchanged', 'refused']),
  message: z.nullable(z.string()),
});
export type BulkOutcome = z.infer<typeof BulkOutcome>;
