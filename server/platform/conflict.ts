import type { ErrorCode } from '#contract/errors.ts';
import { fail } from './failure.ts';

type Seen = {
  /** `updatedAt` as the editor saw it; undefined when the caller does not compare. */
  seenAt: string | undefined;
  /** `updated_at` of the row, which is locked until the transaction ends. */
  savedAt: Date;
};

/**
 * Two administrators edit the same object: the second one to save gets a conflict instead of overwriting.
 * @throws the given code (409) when the row was saved after it was seen
 */
export function refuseConflict({ seenAt, savedAt }: Seen, code: ErrorCode): void {
  if (seenAt !== undefined && Date.parse(seenAt) !== savedAt.getTime()) throw fail(code);
}
