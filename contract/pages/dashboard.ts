import * as z from 'zod/mini';
import { ResourceSummary } from '../catalogue/catalogue.ts';
import { SubscriptionTerms } from '../commerce/subscriptions.ts';
import { OwnAssessment } from '../learning/assessment.ts';
import { AssignedSummary } from '../learning/learning.ts';

/** A few resources of a group, and the number of all resources in it. */
const Row = z.object({ resources: z.array(ResourceSummary), total: z.int() });

/** The dashboard of a member (DASH-11). Newcomers have opened nothing and have no result; times are ISO 8601 in UTC. */
export const Dashboard = z.object({
  isNewcomer: z.boolean(),
  hasOpened: z.boolean(),
  /** End of the previous visit; null when none is known. */
  lastVisitAt: z.nullable(z.string()),
  /** Assigned learning (DASH-16); null without any. */
  assigned: z.nullable(AssignedSummary),
  assessment: OwnAssessment,
  /** Resources that fit the role and the goal of the profile; null without a role and without a goal that narrows. */
  forRole: z.nullable(Row),
  /** Free resources to begin with; null for members who have begun. */
  free: z.nullable(Row),
  /** Null while no resource needs a subscription. */
  subscription: z.nullable(z.extend(Row, { isOpen: z.boolean(), terms: SubscriptionTerms })),
});
export type Dashboard = z.infer<typeof Dashboard>;
