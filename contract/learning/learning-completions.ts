import * as z from 'zod/mini';
import { changesOf } from '../changes.ts';
import { PassedCheck } from './checks-standing.ts';

/** A completion of a resource; times are ISO 8601 in UTC. */
export const Completion = z.object({
  id: z.int(),
  userId: z.int(),
  name: z.string(),
  email: z.string(),
  resourceId: z.int(),
  resource: z.string(),
  /** Content version that was completed. */
  version: z.int(),
  completedAt: z.string(),
  /** When the person confirmed to have understood it; null before. */
  confirmedAt: z.nullable(z.string()),
  /** Score with which the knowledge check was passed; null for a completion without a check. */
  check: PassedCheck,
});
export type Completion = z.infer<typeof Completion>;

export const ChangedCompletions = changesOf(Completion);
export type ChangedCompletions = z.infer<typeof ChangedCompletions>;
