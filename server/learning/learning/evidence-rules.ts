import type { MemberRole } from '#contract/interests.ts';
import type { PassedCheck } from '#contract/learning/checks-standing.ts';
import type { AssignmentStatus } from '#contract/learning/learning.ts';
import type { Words } from '#contract/words.ts';

/** The organisation and the first and last day (UTC) of an evidence pack. */
export type Period = { organisationId: number; from: string; to: string };

export type EvidenceCounts = {
  people: number;
  completed: number;
  inProgress: number;
  notStarted: number;
  overdue: number;
  overduePeople: number;
  /** Completions of an earlier version than the current one. */
  earlier: number;
};

/** The counts of all assignments (`of` is null), of one resource, or of the people of one role. */
export type CountsRow = EvidenceCounts & {
  of: 'resource' | 'role' | null;
  resourceId: number | null;
  role: MemberRole | null;
};

/** An assignment with its state at the end of the period. */
export type AskedRow = {
  userId: number;
  name: string;
  email: string;
  role: MemberRole | null;
  title: string;
  currentVersion: number;
  madeAt: Date;
  dueOn: string;
  asksConfirmation: boolean;
  status: AssignmentStatus;
  completedAt: Date | null;
  version: number | null;
  confirmedAt: Date | null;
  check: PassedCheck;
  /** Whether the resource has a check now. */
  hasCheck: boolean;
  code: string | null;
};

/** A completion of an assigned resource within the period. */
export type CompletionRow = {
  name: string;
  email: string;
  role: MemberRole | null;
  resourceId: number;
  title: string;
  version: number;
  completedAt: Date;
  confirmedAt: Date | null;
  assignedAt: Date;
  dueOn: string;
  asksConfirmation: boolean;
  check: PassedCheck;
  code: string | null;
};

const counted = ['people', 'completed', 'inProgress', 'notStarted', 'overdue', 'overduePeople', 'earlier'] as const;

/** Adds the counts of other people to the sums; no person may be in both. */
export function addCounts(sum: Map<string, CountsRow>, more: readonly CountsRow[]): void {
  for (const row of more) {
    const key = `${row.of} ${row.resourceId} ${row.role}`;
    const known = sum.get(key);
    if (known) for (const name of counted) known[name] += row[name];
    else sum.set(key, { ...row });
  }
}

/** Name for people without a role. */
const noRole = 'No role chosen';

/** Returns the name of a role in this portal's words. */
export const roleName = ({ roles }: Words, role: MemberRole | null) => (role ? roles[role].name : noRole);

/** Limits of a pack; its PDF, its JSON and its method repeat them. */
export const evidenceLimits = [
  'It shows what people were asked to complete, and when they completed and confirmed it: what was read, not what is understood or how people work.',
  'Where a resource has a knowledge check, it shows that the check was passed, and with which score.',
  'It is no proof of compliance with any law.',
  'People who have left the organisation, or whose account is deleted, are not counted.',
] as const;
