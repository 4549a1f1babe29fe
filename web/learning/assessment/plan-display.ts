import { inZones, portalZone } from '#contract/dates.ts';
import type { OwnAssessment, PlanEntry, RecommendedAction } from '#contract/learning/assessment.ts';

export type PlannedAction = Omit<RecommendedAction, 'entry'> & { entry: PlanEntry };

/** Returns the actions that are in the plan, in the given order. */
export function planOf(actions: readonly RecommendedAction[]): PlannedAction[] {
  return actions.flatMap(({ entry, ...action }) => (entry ? [{ ...action, entry }] : []));
}

/** Returns the actions of the plan that a resource helps with. */
export function actionsWith(actions: readonly RecommendedAction[], resourceId: number): PlannedAction[] {
  return planOf(actions).filter(({ resources }) => resources.some(({ id }) => id === resourceId));
}

type Group = { title: string; isUrgent: boolean; actions: PlannedAction[] };

/**
 * Groups actions by due date; empty groups are left out.
 * @param today such as 2026-11-23
 */
export function groupsByDay(actions: readonly PlannedAction[], today: string): Group[] {
  const nextWeek = dayAfter(today, 7);
  const dated = actions
    .filter(({ entry }) => entry.dueOn !== null)
    .toSorted((a, b) => ((a.entry.dueOn ?? '') < (b.entry.dueOn ?? '') ? -1 : 1));
  const within = (from: string, to: string) =>
    dated.filter(({ entry: { dueOn } }) => dueOn !== null && dueOn >= from && dueOn < to);
  return [
    { title: 'Overdue', isUrgent: true, actions: within('', today) },
    { title: 'Due within a week', isUrgent: true, actions: within(today, nextWeek) },
    { title: 'Later', isUrgent: false, actions: within(nextWeek, '~') },
    { title: 'No due date', isUrgent: false, actions: actions.filter(({ entry }) => entry.dueOn === null) },
  ].filter((group) => group.actions.length > 0);
}

function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/**
 * Returns "Fri 27 Nov", or "15 Jan 2027" for a day in another year than `today`.
 * @param today such as 2026-11-23
 */
export function dueText(day: string, today: string): string {
  const write = day.slice(0, 4) === today.slice(0, 4) ? thisYear : otherYear;
  return write(day, portalZone).replace(',', '');
}

const thisYear = inZones({ weekday: 'short', day: 'numeric', month: 'short' });
const otherYear = inZones({ day: 'numeric', month: 'short', year: 'numeric' });

/** Returns "3 of 9 done". */
export function doneText(actions: readonly PlannedAction[]): string {
  return `${doneCount(actions)} of ${actions.length} done`;
}

export function doneCount(actions: readonly PlannedAction[]): number {
  return actions.filter(({ entry }) => entry.doneAt !== null).length;
}

type Tool = NonNullable<OwnAssessment['resource']>;

/** Whether some answers are saved, but not all. */
export function isUnfinished({ percent }: Pick<Tool, 'percent'>): boolean {
  return percent > 0 && percent < 100;
}
