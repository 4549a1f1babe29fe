import { csvText, textCell } from '#contract/csv.ts';
import type { Assignment, AssignmentStatus } from '#contract/learning.ts';

const statusNames: Record<AssignmentStatus, string> = {
  not_started: 'Not started',
  in_progress: 'In progress',
  completed: 'Completed',
  overdue: 'Overdue',
};

/** The first line of a file of assignments. */
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
  ],
]);

/** The line of an assignment, safe for spreadsheets (BILL-20). */
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
  ];
  return csvText([cells.map(textCell)]);
}
