import * as z from 'zod/mini';

/** Score with which a completion passed its check; null for a completion without one (CHECK-07). */
export const PassedCheck = z.nullable(
  z.object({
    /** Rounded down. */
    percent: z.int(),
    passMark: z.int(),
    /** Version of the check. */
    version: z.int(),
  }),
);
export type PassedCheck = z.infer<typeof PassedCheck>;

/** A person's standing with the check of an assigned resource, for owners, managers and the person (CHECK-08). */
export const AssignedCheck = z.nullable(
  z.object({
    passed: z.boolean(),
    /** Attempts since the resource was assigned, or since the completion whose refresh is due. */
    attempts: z.int(),
    /** Best score in percent, rounded down; null before the first attempt was handed in. */
    bestPercent: z.nullable(z.int()),
  }),
);
export type AssignedCheck = z.infer<typeof AssignedCheck>;

/**
 * Of a resource with a knowledge check: whether passing it is left, or the resource is completed, which counts whatever
 * was read (CHECK-07). Absent of other resources, and of a learning path, whose check is one of its steps.
 */
export const CheckMark = z.optional(z.enum(['left', 'completed']));
export type CheckMark = z.infer<typeof CheckMark>;

/** A knowledge check that the member has not passed. */
export const CheckLeft = z.object({
  attempts: z.int(),
  /** Best score in percent, rounded down; null before the first attempt was handed in. */
  bestPercent: z.nullable(z.int()),
});
export type CheckLeft = z.infer<typeof CheckLeft>;
