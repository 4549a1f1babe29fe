import * as z from 'zod/mini';
import { AccessDecision } from './access.ts';
import { Id, paging, requiredText } from './text.ts';

const ResourceId = z
  .int({ error: 'Choose a resource' })
  .check(z.gte(1, 'Choose a resource'), z.lte(2147483647, 'Choose a resource'));

const dateSentence = 'The end must be a date';

/** Access given by hand; `expiresAt` is a day, the whole of which is still in, an instant, or null for no end. */
export const GrantForm = z.object({
  resourceId: ResourceId,
  reason: requiredText({ field: 'Reason', max: 500 }),
  expiresAt: z._default(
    z.nullable(z.union([z.iso.date(), z.iso.datetime({ offset: true })], { error: dateSentence })),
    null,
  ),
});
export type GrantForm = z.infer<typeof GrantForm>;

/** What an administrator gave; times are ISO 8601 in UTC (API-43). One that was revoked is not active. */
export const Grant = z.object({
  id: z.int(),
  resourceId: z.int(),
  /** The title. */
  resource: z.string(),
  reason: z.string(),
  createdAt: z.string(),
  expiresAt: z.nullable(z.string()),
  isActive: z.boolean(),
});
export type Grant = z.infer<typeof Grant>;

/** A resource taken out of what a member's subscription opens. */
export const Block = z.object({
  resourceId: z.int(),
  /** The title. */
  resource: z.string(),
  reason: z.string(),
  createdAt: z.string(),
  isActive: z.boolean(),
});
export type Block = z.infer<typeof Block>;

/** The page of a list of grants or blocks (GEN-10). */
export const AccessListQuery = z.object({
  ...paging(),
});
export type AccessListQuery = z.infer<typeof AccessListQuery>;

/** The path of a grant. */
export const GrantParams = z.object({ grantId: Id });
export type GrantParams = z.infer<typeof GrantParams>;

/** Something that gives access; `id` is that of the purchase, grant, subscription or seat. */
export const AccessEntitlement = z.object({
  kind: z.enum(['purchase', 'grant', 'subscription', 'seat', 'free', 'administrator']),
  id: z.nullable(z.int()),
  /** The organisation whose seat it is; null for everything else. */
  organisationId: z.nullable(z.int()),
  /** Its name. */
  organisation: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
});
export type AccessEntitlement = z.infer<typeof AccessEntitlement>;

/** Why a member may use a resource, or why not: the decision with every entitlement that counted. */
export const AccessExplanation = z.extend(AccessDecision, {
  resourceId: z.int(),
  accessType: z.enum(['free', 'purchase', 'subscription']),
  /** Drafts are open to administrators and buyers only, what was withdrawn to buyers. */
  state: z.enum(['listed', 'draft', 'withdrawn']),
  because: z.array(AccessEntitlement),
  isBlocked: z.boolean(),
  /** The provider's own word, or "suspended"; null without a subscription. */
  subscriptionStatus: z.nullable(z.string()),
});
export type AccessExplanation = z.infer<typeof AccessExplanation>;
