import * as z from 'zod/mini';
import { bodyId, Id, paging, requiredText } from '../text.ts';

/** Reasons for rejecting access: the code for programs, and the exact sentence for people. */
export const accessReasons = {
  'access.purchase-required': 'Purchase required',
  'access.subscription-required': 'Active subscription required',
  'access.blocked': 'Resource access blocked by administrator',
} as const;
export type AccessCode = keyof typeof accessReasons;

/** With access, `code` is null and `reason` is empty. */
export const AccessDecision = z.object({
  hasAccess: z.boolean(),
  code: z.nullable(z.enum(['access.purchase-required', 'access.subscription-required', 'access.blocked'])),
  reason: z.string(),
});
export type AccessDecision = z.infer<typeof AccessDecision>;

export const ResourceAccess = z.extend(AccessDecision, { resourceId: z.int() });
export type ResourceAccess = z.infer<typeof ResourceAccess>;

/**
 * The resources to decide about: the named ones (at most 200), otherwise one page of all that the caller can see;
 * without a page the first 200.
 */
export const ResourceAccessQuery = z.object({
  resourceId: z.pipe(
    z.optional(z.union([z.array(Id).check(z.maxLength(200)), Id])),
    z.transform((given: number | number[] | undefined): number[] | null => {
      if (given === undefined) return null;
      return Array.isArray(given) ? given : [given];
    }),
  ),
  ...paging(),
});
export type ResourceAccessQuery = z.infer<typeof ResourceAccessQuery>;

/** The body of a block (API-47). */
export const BlockResource = z.object({
  resourceId: bodyId('resourceId must be a whole number'),
  reason: requiredText({ field: 'Reason', max: 500 }),
});
export type BlockResource = z.infer<typeof BlockResource>;

export const BlockParams = z.object({ id: Id, resourceId: Id });
export type BlockParams = z.infer<typeof BlockParams>;
