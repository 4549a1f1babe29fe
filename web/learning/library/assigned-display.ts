import type { AssignedSummary, OwnAssignment } from '#contract/learning/learning.ts';
import { dueText } from '../assessment/plan-display.ts';
import { dayAfter } from '../learning/display.ts';

type Due = Pick<OwnAssignment, 'dueOn' | 'status'>;
export type DueTone = 'overdue' | 'soon' | 'later';

/**
 * Returns the due date of an assignment in words, and its urgency.
 * @param today the reader's day
 */
export function dueOf({ dueOn, status }: Due, today: string): { text: string; tone: DueTone } {
  if (dueOn === null) return { text: 'No due date', tone: 'later' };
  if (status === 'overdue') return { text: `Overdue since ${dueText(dueOn, today)}`, tone: 'overdue' };
  if (dueOn === today) return { text: 'Due today', tone: 'soon' };
  return { text: `Due ${dueText(dueOn, today)}`, tone: dueOn <= dayAfter(today, soonDays) ? 'soon' : 'later' };
}

const soonDays = 7;

type AssignedAction = 'Confirm' | 'Take the check' | 'Open' | 'Continue' | 'Start';

type Standing = Pick<OwnAssignment, 'canConfirm' | 'completionPercentage' | 'status' | 'check'>;

/** Whether the check comes next: the resource is read, or the check was tried, and it is not passed. */
export function isCheckNext({ canConfirm, completionPercentage, check }: Omit<Standing, 'status'>): boolean {
  return !canConfirm && check?.passed === false && (completionPercentage === 100 || check.attempts > 0);
}

export function assignedAction(assignment: Standing): AssignedAction {
  const { canConfirm, completionPercentage, status } = assignment;
  if (canConfirm) return 'Confirm';
  if (isCheckNext(assignment)) return 'Take the check';
  // The resource was completed before it was assigned, and only the member can share that.
  if (completionPercentage === 100) return 'Open';
  return completionPercentage > 0 || status === 'in_progress' ? 'Continue' : 'Start';
}

/**
 * Returns the state of an assigned check: "Check not passed yet, best score 75%"; null without a check. A completion from
 * before the resource had one has words of its own (CHECK-07).
 */
export function checkStanding({ check, status }: Pick<OwnAssignment, 'check' | 'status'>): string | null {
  if (check === null) return null;
  if (status === 'completed' && !check.passed) return 'Completed without a check';
  if (check.passed) return check.bestPercent === null ? 'Check passed' : `Check passed with ${check.bestPercent}%`;
  if (check.attempts === 0) return 'With a knowledge check';
  const best = check.bestPercent === null ? '' : `, best score ${check.bestPercent}%`;
  return `Check not passed yet${best}`;
}

/** Maximum assignments that are listed beside other parts of a screen. */
const shownToDo = 3;

/**
 * Returns the next assignments to do, and the numbers of all and of completed ones.
 * @param assignments the next due first
 */
export function summaryOf(assignments: readonly OwnAssignment[]): AssignedSummary {
  const toDo = assignments.filter(({ status }) => status !== 'completed');
  return {
    toDo: toDo.slice(0, shownToDo),
    assigned: assignments.length,
    completed: assignments.length - toDo.length,
  };
}
