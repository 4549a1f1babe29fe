import * as z from 'zod/mini';
import { AccessType, RappPhase, RappPrinciple, ResourceType } from './catalogue.ts';

/** What there is now: the four counts (ADM-04) with a word beside each, and how the catalogue is made up. */
export const AnalyticsOverview = z.object({
  /** Withdrawn resources are no longer counted anywhere. */
  totalResources: z.int(),
  /** Of them, added in the last 30 days. */
  addedResources: z.int(),
  totalUsers: z.int(),
  newUsers: z.int(),
  publishedResources: z.int(),
  /** Those that are not free. */
  revenueResources: z.int(),
  accessTypes: z.array(z.object({ accessType: AccessType, resources: z.int() })),
  types: z.array(z.object({ type: ResourceType, resources: z.int() })),
  /** Published resources of each principle in each phase. */
  coverage: z.array(z.object({ principle: RappPrinciple, phase: RappPhase, resources: z.int() })),
});
export type AnalyticsOverview = z.infer<typeof AnalyticsOverview>;
