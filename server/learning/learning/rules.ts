import { csvText, textCell } from '#contract/csv.ts';
import type { Assignment, AssignmentStatus, LearningCounts } from '#contract/learning/learning.ts';

/** Data that decides the status of a live assignment; days are ISO 8601 in UTC, by the database's clock. */
export type AssignmentFacts = {
  /** Day by which the resource must be completed next; null when it is completed for good. */
  dueBy: string | null;
  /** Time from which the last completion counts; null before the first. */
  completedAt: Date | null;
  /** Last day on which that completion counts; null without a refresh. */
  validUntil: string | null;
  /** Time at which the person first used the resource after it was assigned, or after completing it; null before. */
  begunAt: Date | null;
};

/**
 * Returns the status of an assignment (LEARN-02). A completion counts until its refresh is due, also one from before
 * the assignment that was shared. `statusSql` in list-store.ts has the same rules for lists and counts; a test compares
 * them.
 */
export function statusOf(
  { dueBy, completedAt, validUntil, begunAt }: AssignmentFacts,
  today: string,
): AssignmentStatus {
  if (completedAt !== null && (validUntil === null || validUntil >= today)) return 'completed';
  if (dueBy !== null && dueBy < today) return 'overdue';
  if (begunAt === null || (completedAt !== null && begunAt <= completedAt)) return 'not_started';
  return 'in_progress';
}

const dayMs = 86_400_000;

/** Returns the number of days between two days in ISO 8601. */
export function daysFrom(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/**
 * Returns the number and the last day of the weekly reminders that an overdue assignment has had by the calendar, at
 * most four. Managers do not see the mails that were really sent, because those would show that a person has switched
 * Email Updates off (ORG-10).
 *
 * @param overdueSince the due date; null when the assignment is not overdue
 */
export function dueReminders(overdueSince: string | null, today: string) {
  if (overdueSince === null) return { overdueReminders: 0, lastReminderOn: null };
  const overdueReminders = Math.min(4, Math.ceil(daysFrom(overdueSince, today) / 7));
  const last = Date.parse(overdueSince) + (1 + 7 * (overdueReminders - 1)) * dayMs;
  return { overdueReminders, lastReminderOn: new Date(last).toISOString().slice(0, 10) };
}

/**
 * A reminder of an assignment: stage 1 is the announcement, or 30 days before a refresh, 2 a week before, 3 a day
 * before, 4 to 7 overdue.
 */
export type ReminderItem = {
  resourceId: number;
  title: string;
  dueBy: string;
  stage: number;
  /** Whether this is the person's first reminder of the assignment. */
  isNew: boolean;
  /** Whether the resource was completed before and must be completed again. */
  isRefresh: boolean;
  /** Whether the resource was completed but the confirmation is missing. */
  isUnconfirmed: boolean;
};

/** Sums the people of each status over groups that each have one status. */
export function countsOf(groups: readonly { status: AssignmentStatus; people: number }[]): LearningCounts {
  const of = (sought: AssignmentStatus) =>
    groups.reduce((sum, { status, people }) => (status === sought ? sum + people : sum), 0);
  return {
    assigned: groups.reduce((sum, { people }) => sum + people, 0),
    completed: of('completed'),
    inProgress: of('in_progress'),
    notStarted: of('not_started'),
    overdue: of('overdue'),
  };
}

export const statusNames: Record<AssignmentStatus, string> = {
  not_started: 'Not started',
  in_progress: 'In progress',
  completed: 'Completed',
  overdue: 'Overdue',
};

export const csvHeadings = csvText([
  [
    'Name',
    'Email',
    'Resource',
    'Resource id',
    'Status',
    'Assigned on (UTC)',
    'Due on',
    'Days overdue',
    'Completed on (UTC)',
    'Completed on an earlier version',
    'Refresh every (months)',
    'Asks to confirm',
    'Check passed',
    'Attempts at the check',
    'Best score (%)',
  ],
]);

function checkCells(check: Assignment['check']): string[] {
  if (check === null) return ['', '', ''];
  return [check.passed ? 'yes' : 'no', String(check.attempts), String(check.bestPercent ?? '')];
}

/** Returns the CSV line of an assignment, safe for spreadsheets (BILL-20). */
export function csvLine(assignment: Assignment): string {
  const cells = [
    assignment.name,
    assignment.email,
    assignment.title,
    String(assignment.resourceId),
    statusNames[assignment.status],
    assignment.assignedAt.slice(0, 10),
    assignment.dueOn ?? '',
    assignment.status === 'overdue' ? String(assignment.overdueDays) : '',
    assignment.completedAt?.slice(0, 10) ?? '',
    assignment.isEarlierVersion ? 'yes' : '',
    String(assignment.refreshMonths ?? ''),
    assignment.asksConfirmation ? 'yes' : '',
    ...checkCells(assignment.check),
  ];
  return csvText([cells.map(textCell)]);
}
