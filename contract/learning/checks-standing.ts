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
    /** Attempts that count for the assignment (CHECK-08); once a refresh is due, those since the last completion. */
    attempts: z.int(),
    /** Best score of these attempts in percent, rounded down; null without one. */
    bestPercent: z.nullable(z.int()),
  }),
);
export type AssignedCheck = z.infer<typeof AssignedCheck>;

/**
 * `completed` once the member has completed the resource, by passing its knowledge check or before it had one; `left`
 * until then, however much was read (CHECK-07). Absent for a resource without a check, and for a learning path, whose
 * check is one of its steps.
 */
export const CheckMark = z.optional(z.enum(['left', 'completed']));
export type CheckMark = z.infer<typeof CheckMark>;

/** The knowledge check of a resource that the member has not completed. */
export const CheckLeft = z.object({
  attempts: z.int(),
  /** Best score in percent, rounded down; null before the first attempt was handed in. */
  bestPercent: z.nullable(z.int()),
});
export type CheckLeft = z.infer<typeof CheckLeft>;
