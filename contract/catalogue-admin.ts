import * as z from 'zod/mini';
import { ProductOpening, ToolType } from './catalogue.ts';
import { wholeNumber } from './text.ts';

/** Which page of the administrator's list; all (at most 1,000) when no page is named. */
export const AdminResourceQuery = z.object({
  page: z.optional(wholeNumber('page', 1_000_000)),
  pageSize: z.optional(wholeNumber('pageSize', 200)),
});
export type AdminResourceQuery = z.infer<typeof AdminResourceQuery>;

/** A whole online product, with the resources that lead to it. */
export const AdminOnlineProduct = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  slug: z.string(),
  toolType: ToolType,
  configuration: z.record(z.string(), z.unknown()),
  isActive: z.boolean(),
  opening: ProductOpening,
  createdAt: z.string(),
  linkedResources: z.array(z.object({ id: z.int(), title: z.string() })),
});
export type AdminOnlineProduct = z.infer<typeof AdminOnlineProduct>;
