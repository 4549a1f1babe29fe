import type { ErrorCode } from '#contract/errors.ts';
import { fail } from './failure.ts';

type Seen = {
  /** `updatedAt` that the editor saw; undefined when the caller does not compare. */
  seenAt: string | undefined;
  /** `updated_at` of the row, which is locked until the transaction ends. */
  savedAt: Date;
};

/**
 * Rejects a save of an object that has been saved since the caller loaded it, so that no change is overwritten.
 * @throws the given code (409)
 */
export function rejectConflict({ seenAt, savedAt }: Seen, code: ErrorCode): void {
  if (seenAt !== undefined && Date.parse(seenAt) !== savedAt.getTime()) throw fail(code);
}
