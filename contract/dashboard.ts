import * as z from 'zod/mini';
import { OwnAssessment } from './assessment.ts';
import { ResourceSummary } from './catalogue.ts';
import { SubscriptionTerms } from './subscriptions.ts';

/** A few resources, and how many there are of their kind. */
const Row = z.object({ resources: z.array(ResourceSummary), total: z.int() });

/** What a member sees first (DASH-11). Newcomers have opened nothing and have no result; times are ISO 8601 in UTC. */
export const Dashboard = z.object({
  isNewcomer: z.boolean(),
  hasOpened: z.boolean(),
  /** When the visit before this one ended; null when none is known. */
  lastVisitAt: z.nullable(z.string()),
  assessment: OwnAssessment,
  /** What fits role and goal of the profile; null without either. */
  forRole: z.nullable(Row),
  /** Null for members who have begun. */
  free: z.nullable(Row),
  /** Null while no resource needs a subscription. */
  subscription: z.nullable(z.extend(Row, { isOpen: z.boolean(), terms: SubscriptionTerms })),
});
export type Dashboard = z.infer<typeof Dashboard>;
