import type { ResourceSummary, RoleAffiliation } from '#contract/catalogue/catalogue.ts';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import type { Dashboard } from '#contract/pages/dashboard.ts';
import type { TaxMode } from '#contract/tax.ts';
import type { Words } from '#contract/words.ts';
import { termsText } from '../../catalogue/catalogue/display.ts';
import { weekdayDate } from '../../dates.ts';

const rowLength = 6;
const newDays = 30;

/** A row of the dashboard: what it shows and where its link leads. */
export type Row = {
  key: 'role' | 'free' | 'new' | 'subscription';
  title: string;
  note: string;
  resources: readonly ResourceSummary[];
  link: {
    words: string;
    search: { accessType?: ['free' | 'subscription']; roleAffiliations?: [RoleAffiliation] };
  };
};

type Shown = {
  /** Undefined while it loads, or when it failed. */
  dashboard: Dashboard | undefined;
  newest: readonly ResourceSummary[];
  member: Pick<CurrentUser, 'roleAffiliation'>;
  currency: string;
  tax: TaxMode;
  roles: Words['roles'];
  now: Date;
  timeZone: string | undefined;
};

/** The rows in their order, without empty ones (DASH-11, DASH-13). */
export function rowsOf({ dashboard, newest, member, currency, tax, roles, now, timeZone }: Shown): Row[] {
  if (!dashboard) return [];
  const { forRole, free, subscription, isNewcomer, lastVisitAt } = dashboard;
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
    newRow(newest, isNewcomer ? null : lastVisitAt, { now, timeZone }),
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
  const shown = rows.filter((row) => row !== null).filter(({ resources }) => resources.length > 0);
  // Members who come back look for what has changed.
  return isNewcomer ? shown : shown.toSorted((one, other) => Number(other.key === 'new') - Number(one.key === 'new'));
}

function newRow(
  newest: readonly ResourceSummary[],
  lastVisitAt: string | null,
  { now, timeZone }: Pick<Shown, 'now' | 'timeZone'>,
): Row {
  const since = lastVisitAt ?? new Date(now.getTime() - newDays * 24 * 3600 * 1000).toISOString();
  return {
    key: 'new',
    title: lastVisitAt ? 'New since your last visit' : 'New',
    note: lastVisitAt
      ? `Added after ${weekdayDate(lastVisitAt, timeZone).replace(',', '')}.`
      : `Added in the last ${newDays} days.`,
    resources: newest.filter(({ createdAt }) => createdAt > since).slice(0, rowLength),
    link: { words: 'Browse Resources', search: {} },
  };
}

/** Whether any of the first steps is still to do and the member has not hidden them (DASH-15). */
export function showsFirstSteps({ assessment, hasOpened }: Dashboard, member: CurrentUser): boolean {
  const isAssessed = assessment.latest !== null || assessment.resource === null;
  const isAllDone = member.emailVerified && (member.roleAffiliation || member.goal) && isAssessed && hasOpened;
  return !(member.hidesFirstSteps || isAllDone);
}

/** Whether the member has neither answered nor skipped the question about role and goal. */
export function asksRole({ roleAffiliation, goal, skipsRoleQuestion }: CurrentUser): boolean {
  return !(roleAffiliation || goal || skipsRoleQuestion);
}
