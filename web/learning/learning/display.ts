import { firstCharacters, hasAtMost } from '#contract/characters.ts';
import { counted } from '#contract/counted.ts';
import { longDay, portalZone, shortDay } from '#contract/dates.ts';
import type {
  AssignedLearning,
  Assignment,
  AssignmentStatus,
  LearningCounts,
  OwnAssignment,
  RefreshMonths,
  WithoutSeat,
} from '#contract/learning/learning.ts';
import { isoDay } from '#web/dates.ts';

export const statusNames: Record<AssignmentStatus, string> = {
  overdue: 'Overdue',
  in_progress: 'In progress',
  not_started: 'Not started',
  completed: 'Completed',
};

/** Formats a day, or the day of an instant in UTC, as "9 Oct 2026". */
export const dayText = (day: string): string => shortDay(day);

const dayMs = 86_400_000;

/** Returns the day that is `days` later. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/**
 * Returns the first possible due date: today for the reader, or today in UTC if that is later, because due dates are
 * counted in UTC.
 */
export function firstDueDay(now: Date): string {
  const [own, counted] = [isoDay(now), isoDay(now, portalZone)];
  return own > counted ? own : counted;
}

/** Returns "Every 12 months" or "Once". */
export const refreshText = (months: RefreshMonths | null): string =>
  months === null ? 'Once' : `Every ${months} months`;

/** Returns the refresh of all assignments of a resource; "Differs" when they have several. */
export const refreshesText = (refreshes: readonly (RefreshMonths | null)[]): string =>
  refreshes.length > 1 ? 'Differs' : refreshText(refreshes[0] ?? null);

/**
 * Returns the weekly reminders since the due date: "2 of 4, next 21 Nov 2026", or "4 of 4, last 6 Nov 2026"; "" before
 * the first.
 */
export function remindersText({
  overdueReminders,
  lastReminderOn,
}: Pick<Assignment, 'overdueReminders' | 'lastReminderOn'>) {
  if (overdueReminders === 0 || lastReminderOn === null) return '';
  return overdueReminders < 4
    ? `${overdueReminders} of 4, next ${dayText(dayAfter(lastReminderOn, 7))}`
    : `4 of 4, last ${dayText(lastReminderOn)}`;
}

/** Returns "73%", rounded down so that it is 100% only when everything is completed; "" when nothing is assigned. */
export const shareText = ({ completed, assigned }: Pick<LearningCounts, 'completed' | 'assigned'>): string =>
  assigned === 0 ? '' : `${Math.floor((100 * completed) / assigned)}%`;

/**
 * Returns "Due 11 December 2026, in 21 days".
 * @param today the reader's day
 */
export function dueText({ dueOn, status }: Pick<OwnAssignment, 'dueOn' | 'status'>, today: string): string {
  if (dueOn === null) return 'No due date';
  const days = Math.round((Date.parse(dueOn) - Date.parse(today)) / dayMs);
  if (status === 'overdue') return `Overdue since ${longDay(dueOn)}`;
  // Not overdue yet, because the portal counts days in UTC and the reader's next day has begun earlier.
  if (days < 0) return `Due ${longDay(dueOn)}`;
  return `Due ${longDay(dueOn)}${days === 0 ? ', today' : days === 1 ? ', tomorrow' : `, in ${counted(days, 'day')}`}`;
}

/** Whether a completed resource must be completed again within the 30 days in which the portal sends reminders. */
export function isRefreshNear(
  { status, validUntil }: Pick<OwnAssignment, 'status' | 'validUntil'>,
  today: string,
): boolean {
  return status === 'completed' && validUntil !== null && validUntil <= dayAfter(today, 30);
}

type CheckFacts = Pick<
  OwnAssignment,
  'resourceId' | 'type' | 'canConfirm' | 'completionPercentage' | 'check' | 'nextStep'
>;

/**
 * Returns the resource whose check comes next: that of a path's next step; of another resource its own, when it is read
 * or the check was tried, it is not passed, and no confirmation is open. Null while something else comes next.
 */
export function nextCheckOf({ resourceId, type, canConfirm, completionPercentage, check, nextStep }: CheckFacts) {
  if (canConfirm) return null;
  if (type === 'path') return nextStep?.checkOf ?? null;
  const isNext = check?.passed === false && (completionPercentage === 100 || check.attempts > 0);
  return isNext ? resourceId : null;
}

/**
 * Returns the state of an assigned check: "Check not passed yet, 2 attempts, best score 75%"; null without a check. A
 * completion from before the resource had one has words of its own (CHECK-07).
 */
export function checkStanding({ check, status }: Pick<OwnAssignment, 'check' | 'status'>): string | null {
  if (check === null) return null;
  if (status === 'completed' && !check.passed) return 'Completed without a check';
  if (!check.passed && check.attempts === 0) return 'With a knowledge check';
  return `Check ${check.passed ? 'passed' : 'not passed yet'}, ${attemptsUsedText(check)}`;
}

/** Returns "2 attempts, best score 75%". */
export function attemptsUsedText({ attempts, bestPercent }: NonNullable<Assignment['check']>): string {
  const used = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  return bestPercent === null ? used : `${used}, best score ${bestPercent}%`;
}

/**
 * Returns sentences about an assignment's effects, beside the number of new assignments; undefined when there is
 * nothing to say.
 */
export function assignedText({
  alreadyAssigned,
  withoutSeat,
}: Pick<AssignedLearning, 'alreadyAssigned' | 'withoutSeat'>): string | undefined {
  const sentences = [
    ...(alreadyAssigned > 0 ? [`${alreadyAssigned} were already assigned and stay as they are.`] : []),
    ...(withoutSeat > 0
      ? [
          `${counted(withoutSeat, 'person', 'people')} ${withoutSeat === 1 ? 'has' : 'have'} no seat yet for something you assigned.`,
        ]
      : []),
  ];
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

/** Cuts a title to `most` characters and "…", after a word if that leaves more than half of them. */
export function shortened(title: string, most: number): string {
  if (hasAtMost(title, most)) return title;
  const cut = firstCharacters(title, most);
  const space = cut.lastIndexOf(' ');
  return `${space > most / 2 ? cut.slice(0, space) : cut}…`;
}

/** Returns "Ada Byron, Sam Reed and 3 more have no seat yet". */
export function lackingText({ people, names }: Pick<WithoutSeat['resources'][number], 'people' | 'names'>): string {
  const more = people - names.length;
  const listed = more > 0 ? [...names, `${more.toLocaleString('en-GB')} more`] : names;
  return `${listFormat.format(listed)} ${people === 1 ? 'has' : 'have'} no seat yet.`;
}

const listFormat = new Intl.ListFormat('en-GB');
