import * as z from 'zod/mini';
import { pathOrders, pathStepKinds, ResourceSummary } from '../catalogue/catalogue.ts';
import { codeText, Id } from '../text.ts';

/** A step of a learning path for the member; times are ISO 8601 in UTC. */
export const OwnPathStep = z.object({
  id: z.string(),
  kind: z.enum(pathStepKinds),
  /** Place among the steps that are required of the member, from 1; null for other steps. */
  number: z.nullable(z.int()),
  /** Title of a text; blank for other kinds. */
  title: z.string(),
  /** Resource of the step, or of its check; null for the path's own check and for kinds without a resource. */
  resource: z.nullable(ResourceSummary),
  /** Number of questions and pass mark in percent; null for other kinds. */
  check: z.nullable(z.object({ questions: z.int(), passMark: z.int() })),
  state: z.enum(['completed', 'next', 'open', 'locked']),
  completedAt: z.nullable(z.string()),
  /** Whether the step was completed before the member began the path. */
  isEarlier: z.boolean(),
  /**
   * Whether the member can open the step. The order of the steps locks only texts. Always true for the assessment, for
   * which the member's own assessment and the settings of the portal say where it opens.
   */
  canOpen: z.boolean(),
  /** Content of a text; null for other kinds and while the member cannot open it. */
  text: z.nullable(z.string()),
});
export type OwnPathStep = z.infer<typeof OwnPathStep>;

/** A learning path with the member's progress, computed from what the member completed (PATH-02). */
export const OwnPath = z.object({
  resourceId: z.int(),
  order: z.enum(pathOrders),
  /** Whether the member has access to the path itself. */
  canOpen: z.boolean(),
  /** Null before the member began it. */
  begunAt: z.nullable(z.string()),
  /** Last completion of the whole path. */
  completedAt: z.nullable(z.string()),
  /** Whether nothing of the path is asked of the member now. */
  isCompleted: z.boolean(),
  /** Whether an assignment asks for the steps once more, after the last completion. */
  isRefresh: z.boolean(),
  /** Number of required steps, and of those that are completed. */
  required: z.int(),
  completed: z.int(),
  /** Estimated minutes of the remaining required steps; null when not all of them are known. */
  minutesLeft: z.nullable(z.int()),
  sections: z.array(z.object({ title: z.string(), summary: z.string(), steps: z.array(OwnPathStep) })),
});
export type OwnPath = z.infer<typeof OwnPath>;

/** The next step of a path that a member began; null when none is left. */
export const NextStep = z.nullable(
  z.object({
    number: z.int(),
    required: z.int(),
    kind: z.enum(pathStepKinds),
    title: z.string(),
    /** Number of questions of a check. */
    questions: z.nullable(z.int()),
    /** Resource of a check that the member can take, which is the path for its own; null for other steps. */
    checkOf: z.nullable(z.int()),
  }),
);
export type NextStep = z.infer<typeof NextStep>;

export const PathStepParams = z.object({
  id: Id,
  stepId: codeText(/^[A-Za-z0-9_-]{1,20}$/, 'The id of a step must be 1 to 20 letters, digits, hyphens or underscores'),
});
export type PathStepParams = z.infer<typeof PathStepParams>;
