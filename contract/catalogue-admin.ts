import * as z from 'zod/mini';
import { wholeNumber } from './text.ts';

/** Which page of the administrator's list; all (at most 1,000) when no page is named. */
export const AdminResourceQuery = z.object({
  page: z.optional(wholeNumber('page', 1_000_000)),
  pageSize: z.optional(wholeNumber('pageSize', 200)),
});
export type AdminResourceQuery = z.infer<typeof AdminResourceQuery>;

/** A whole online product. */
export const AdminOnlineProduct = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  slug: z.string(),
  toolType: z.enum(['embedded', 'iframe', 'component']),
  configuration: z.record(z.string(), z.unknown()),
  isActive: z.boolean(),
  createdAt: z.string(),
});
export type AdminOnlineProduct = z.infer<typeof AdminOnlineProduct>;
