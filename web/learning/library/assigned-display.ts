import type { AssignedSummary, OwnAssignment } from '#contract/learning/learning.ts';
import { dueText } from '../assessment/plan-display.ts';
import { dayAfter, nextCheckOf } from '../learning/display.ts';

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

type Standing = Parameters<typeof nextCheckOf>[0] & Pick<OwnAssignment, 'status'>;

export function assignedAction(assignment: Standing): AssignedAction {
  const { canConfirm, completionPercentage, status } = assignment;
  if (canConfirm) return 'Confirm';
  if (nextCheckOf(assignment) !== null) return 'Take the check';
  // The resource was completed before it was assigned, or its refresh is due.
  if (completionPercentage === 100) return 'Open';
  return completionPercentage > 0 || status === 'in_progress' ? 'Continue' : 'Start';
}

/** Returns the begun tool of an assignment that "Continue" opens; null if its button leads to a page of the portal. */
export function toolToContinue(
  assignment: Standing & Pick<OwnAssignment, 'resourceId' | 'type' | 'onlineProductId' | 'canOpen'>,
): { id: number; onlineProductId: number } | null {
  const { resourceId, type, onlineProductId, canOpen } = assignment;
  if (type !== 'online_tool' || onlineProductId === null || !canOpen) return null;
  return assignedAction(assignment) === 'Continue' ? { id: resourceId, onlineProductId } : null;
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
