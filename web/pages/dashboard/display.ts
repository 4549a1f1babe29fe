import type { ResourceSummary, RoleAffiliation } from '#contract/catalogue/catalogue.ts';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import type { Dashboard } from '#contract/pages/dashboard.ts';
import type { TaxMode } from '#contract/tax.ts';
import type { Words } from '#contract/words.ts';
import { termsText } from '#web/catalogue/catalogue/display.ts';
import { weekdayDate } from '#web/dates.ts';

/** Row of the dashboard, with its resources and a link to Browse (DASH-11). */
export type Row = {
  key: 'role' | 'free' | 'subscription';
  title: string;
  note: string;
  resources: readonly ResourceSummary[];
  link: {
    words: string;
    search: { accessType?: ['free' | 'subscription']; roleAffiliations?: [RoleAffiliation] };
  };
};

type Shown = {
  /** Undefined while the dashboard loads, or after a failure. */
  dashboard: Dashboard | undefined;
  /** Ids of the resources that Continue shows. */
  begun: readonly number[];
  member: Pick<CurrentUser, 'roleAffiliation'>;
  currency: string;
  tax: TaxMode;
  roles: Words['roles'];
};

/**
 * Returns the rows in their order, without empty ones. Leaves out resources that Assigned, Continue or an earlier row
 * shows (DASH-11).
 */
export function rowsOf({ dashboard, begun, member, currency, tax, roles }: Shown): Row[] {
  if (!dashboard) return [];
  const { forRole, free, subscription, assigned } = dashboard;
  const role = member.roleAffiliation;
  const rows: (Row | null)[] = [
    forRole && {
      key: 'role',
      title: role ? 'For your role' : 'For your goal',
      note: role ? roles[role].name : 'Chosen for what brings you here.',
      resources: forRole.resources,
      link: {
        words: role ? `All ${forRole.total} for this role` : 'Browse Resources',
        search: role ? { roleAffiliations: [role] } : {},
      },
    },
    free && {
      key: 'free',
      title: 'Free to start',
      note: 'Open at once, no payment details needed.',
      resources: free.resources,
      link: { words: `All ${free.total} free resources`, search: { accessType: ['free'] } },
    },
    subscription && {
      key: 'subscription',
      title: subscription.isOpen ? 'In your subscription' : 'In the subscription',
      note: subscription.isOpen
        ? 'All of them are open to you.'
        : `${termsText(subscription.terms, currency, tax)} Cancel any time.`,
      resources: subscription.resources,
      link: { words: `All ${subscription.total} in the subscription`, search: { accessType: ['subscription'] } },
    },
  ];
  const asked = (assigned?.toDo ?? []).map(({ resourceId }) => resourceId);
  return withoutRepeats(
    rows.filter((row) => row !== null),
    [...asked, ...begun],
  ).filter(({ resources }) => resources.length > 0);
}

/** Maximum number of cards in a row, which is one line on a wide screen. */
const shownInRow = 3;

/**
 * Keeps each resource only in the first row that has it, and removes those in `shownAbove`. Limits each row to
 * `shownInRow`.
 */
function withoutRepeats(rows: readonly Row[], shownAbove: readonly number[]): Row[] {
  const known = new Set(shownAbove);
  return rows.map((row) => {
    const resources = row.resources.filter(({ id }) => !known.has(id)).slice(0, shownInRow);
    for (const { id } of resources) known.add(id);
    return { ...row, resources };
  });
}

/** Returns "3 new since your last visit on Thursday 19 November."; null without a former visit or anything new. */
export function newText(
  newest: readonly Pick<ResourceSummary, 'createdAt'>[],
  lastVisitAt: string | null,
  timeZone: string | undefined,
): string | null {
  if (lastVisitAt === null) return null;
  const count = newest.filter(({ createdAt }) => createdAt > lastVisitAt).length;
  if (count === 0) return null;
  // When all listed resources are new, older ones that are not listed may be new as well.
  const words = count === newest.length ? `At least ${count}` : String(count);
  return `${words} new since your last visit on ${weekdayDate(lastVisitAt, timeZone).replace(',', '')}.`;
}

const firstVisitHours = 24;

/**
 * Whether the member is greeted as new: has begun nothing yet, or is on the first visit and registered less than 24
 * hours ago (DASH-12).
 */
export function isGreetedAsNew(
  { isNewcomer, lastVisitAt }: Pick<Dashboard, 'isNewcomer' | 'lastVisitAt'>,
  { createdAt }: Pick<CurrentUser, 'createdAt'>,
  now: Date,
): boolean {
  const hours = (now.getTime() - Date.parse(createdAt)) / 3_600_000;
  return isNewcomer || (lastVisitAt === null && hours < firstVisitHours);
}

/** Whether a first step is still to do and the member has not hidden the steps (DASH-15). */
export function showsFirstSteps({ assessment, hasOpened }: Dashboard, member: CurrentUser): boolean {
  const isAssessed = assessment.latest !== null || assessment.resource === null;
  const isAllDone = member.emailVerified && (member.roleAffiliation || member.goal) && isAssessed && hasOpened;
  return !(member.hidesFirstSteps || isAllDone);
}

/** Whether the member has neither answered nor skipped the question about role and goal. */
export function asksRole({ roleAffiliation, goal, skipsRoleQuestion }: CurrentUser): boolean {
  return !(roleAffiliation || goal || skipsRoleQuestion);
}

export function hasToDo({ assigned }: Pick<Dashboard, 'assigned'>): boolean {
  return assigned !== null && assigned.toDo.length > 0;
}
