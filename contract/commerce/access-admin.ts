import * as z from 'zod/mini';
import { NamedResource, ResourceType } from '../catalogue/catalogue.ts';
import { exactBody } from '../exact-body.ts';
import { bodyId, codeText, Id, paging, requiredText, soughtText } from '../text.ts';
import { AccessDecision } from './access.ts';

const dateSentence = 'The end must be a date';

/** Access given by hand. `expiresAt` is a day (access ends with that day), an instant, or null for no end. */
export const GrantForm = z.object({
  resourceId: bodyId('Choose a resource'),
  reason: requiredText({ field: 'Reason', max: 500 }),
  expiresAt: z._default(
    z.nullable(z.union([z.iso.date(), z.iso.datetime({ offset: true })], { error: dateSentence })),
    null,
  ),
});
export type GrantForm = z.infer<typeof GrantForm>;

/** A grant; times are ISO 8601 in UTC (API-43). A revoked grant is not active. */
export const Grant = z.object({
  id: z.int(),
  resourceId: z.int(),
  resource: NamedResource,
  reason: z.string(),
  createdAt: z.string(),
  expiresAt: z.nullable(z.string()),
  isActive: z.boolean(),
});
export type Grant = z.infer<typeof Grant>;

/** A resource that is excluded from a member's subscription. */
export const Block = z.object({
  resourceId: z.int(),
  resource: NamedResource,
  reason: z.string(),
  createdAt: z.string(),
  isActive: z.boolean(),
});
export type Block = z.infer<typeof Block>;

export const GrantParams = z.object({ grantId: Id });
export type GrantParams = z.infer<typeof GrantParams>;

/** Something that gives access; `id` is that of the purchase, grant, subscription or seat. */
export const AccessEntitlement = z.object({
  kind: z.enum(['purchase', 'grant', 'subscription', 'seat', 'free', 'parts', 'administrator']),
  id: z.nullable(z.int()),
  /** Repeats `id` for a seat, under the name in requirement SEAT-05; null for other entitlements. */
  seatId: z.nullable(z.int()),
  /** The organisation of a seat; null for other entitlements. */
  organisationId: z.nullable(z.int()),
  organisation: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  /** Time of the purchase or grant; null for other entitlements. */
  since: z.nullable(z.string()),
  /** Name of the administrator who made the grant. */
  by: z.nullable(z.string()),
  /** The administrator's note on the grant. */
  details: z.nullable(z.string()),
});
export type AccessEntitlement = z.infer<typeof AccessEntitlement>;

/** The decision whether a member may use a resource, with every entitlement that gives access. */
export const AccessExplanation = z.extend(AccessDecision, {
  resourceId: z.int(),
  accessType: z.enum(['free', 'purchase', 'subscription']),
  /**
   * `draft` is open to administrators, buyers and holders of seats only, `withdrawn` to buyers and holders of seats
   * only.
   */
  state: z.enum(['listed', 'draft', 'withdrawn']),
  because: z.array(AccessEntitlement),
  isBlocked: z.boolean(),
  /** Stripe's status, or "suspended"; null without a subscription. */
  subscriptionStatus: z.nullable(z.string()),
});
export type AccessExplanation = z.infer<typeof AccessExplanation>;

/**
 * The entitlement that opens a resource, or "blocked" when the resource is excluded from the subscription and no other
 * entitlement opens it.
 */
export const OpenReason = z.enum(
  ['purchase', 'grant', 'seat', 'subscription', 'free', 'parts', 'administrator', 'blocked'],
  {
    error: 'reason must be one of the reasons for access',
  },
);
export type OpenReason = z.infer<typeof OpenReason>;

/** Filters and page of the list (GEN-10). */
export const MemberAccessQuery = z.object({
  /** A part of the title. */
  search: soughtText,
  reason: z.optional(z.union([OpenReason, z.literal('')])),
  ...paging(),
});
export type MemberAccessQuery = z.infer<typeof MemberAccessQuery>;

/** A resource that the member can open or that is blocked, with the reason that is shown; times are ISO 8601 in UTC, amounts in major units. */
export const OpenResource = z.object({
  resourceId: z.int(),
  title: z.string(),
  type: ResourceType,
  reason: OpenReason,
  /** Id of the purchase, grant or seat; null for the others. */
  id: z.nullable(z.int()),
  /** Time at which it was bought, granted or blocked. */
  since: z.nullable(z.string()),
  /** End of a grant. */
  expiresAt: z.nullable(z.string()),
  /** The bundle that was bought, the organisation of the seat, or the administrator's note. */
  details: z.nullable(z.string()),
  /** Name of the administrator who granted or blocked it. */
  by: z.nullable(z.string()),
  amount: z.nullable(z.number()),
  currency: z.nullable(z.string()),
});
export type OpenResource = z.infer<typeof OpenResource>;

/** A page of the resources that a member can open or that are blocked; `counts` are per reason, over all pages. */
export const MemberAccess = z.object({
  items: z.array(OpenResource),
  total: z.int(),
  counts: z.array(z.object({ reason: OpenReason, count: z.int() })),
});
export type MemberAccess = z.infer<typeof MemberAccess>;

const previewAmount = 'amountMinor must be a whole number of minor units, more than zero';

/** Amount of a purchase to refund, in minor units and in plain digits; absent for all that is left. */
export const RefundPreviewQuery = exactBody({
  amountMinor: z.optional(z.pipe(codeText(/^[1-9]\d{0,11}$/, previewAmount), z.transform(Number))),
});
export type RefundPreviewQuery = z.infer<typeof RefundPreviewQuery>;

/** Titles that a refund closes, and those of the purchase that remain open, with their reason. */
export const ClosedByRefund = z.object({
  closes: z.array(z.string()),
  stays: z.array(z.object({ title: z.string(), reason: OpenReason })),
});
export type ClosedByRefund = z.infer<typeof ClosedByRefund>;
