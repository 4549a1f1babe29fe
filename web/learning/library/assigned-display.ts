import type { AssignedSummary, OwnAssignment } from '#contract/learning/learning.ts';
import { dueText } from '../assessment/plan-display.ts';
import { dayAfter } from '../learning/display.ts';

type Due = Pick<OwnAssignment, 'dueOn' | 'status'>;
export type DueTone = 'overdue' | 'soon' | 'later';

/** When an assignment is due, and whether that is urgent. @param today the reader's day */
export function dueOf({ dueOn, status }: Due, today: string): { text: string; tone: DueTone } {
  if (dueOn === null) return { text: 'No due date', tone: 'later' };
  if (status === 'overdue') return { text: `Overdue since ${dueText(dueOn, today)}`, tone: 'overdue' };
  if (dueOn === today) return { text: 'Due today', tone: 'soon' };
  return { text: `Due ${dueText(dueOn, today)}`, tone: dueOn <= dayAfter(today, soonDays) ? 'soon' : 'later' };
}

const soonDays = 7;

/** The button of an assignment. */
export function assignedAction({
  canConfirm,
  completionPercentage,
  status,
}: Pick<OwnAssignment, 'canConfirm' | 'completionPercentage' | 'status'>): 'Confirm' | 'Open' | 'Continue' | 'Start' {
  if (canConfirm) return 'Confirm';
  // Completed before it was assigned, which only the member can share.
  if (completionPercentage === 100) return 'Open';
  return completionPercentage > 0 || status === 'in_progress' ? 'Continue' : 'Start';
}

/** Maximum assignments that are listed beside other parts of a screen. */
const shownToDo = 3;

/** The next assignments that are to be done, and how many there are. @param assignments the next due first */
export function summaryOf(assignments: readonly OwnAssignment[]): AssignedSummary {
  const toDo = assignments.filter(({ status }) => status !== 'completed');
  return {
    toDo: toDo.slice(0, shownToDo),
    assigned: assignments.length,
    completed: assignments.length - toDo.length,
  };
}
