import {
  type AccessType,
  accessTypes,
  type RappPhase,
  type RappPrinciple,
  type ResourceType,
  rappPhases,
  rappPrinciples,
  resourceTypes,
} from '#contract/catalogue/catalogue.ts';
import type { Landing } from '#contract/landings.ts';
import { toMajor } from '#contract/money.ts';
import {
  type AnalyticsActivity,
  type AnalyticsOverview,
  type AnalyticsQuery,
  type RecurringChange,
  recurringChanges,
} from '#contract/operations/analytics.ts';

type Group = { type: ResourceType; accessType: AccessType; resources: number; published: number; added: number };
type Covered = { principle: RappPrinciple; phase: RappPhase; resources: number };
type Counted = {
  groups: readonly Group[];
  users: { total: number; added: number };
  covered: readonly Covered[];
};

/** Sums the groups; has every access type, principle and phase, but only types with resources. */
export function overviewOf({ groups, users, covered }: Counted): AnalyticsOverview {
  const sum = (figure: 'resources' | 'published' | 'added', of: (group: Group) => boolean = () => true) =>
    groups.filter(of).reduce((total, group) => total + group[figure], 0);
  return {
    totalResources: sum('resources'),
    addedResources: sum('added'),
    totalUsers: users.total,
    newUsers: users.added,
    publishedResources: sum('published'),
    revenueResources: sum('resources', (group) => group.accessType !== 'free'),
    accessTypes: accessTypes.map((accessType) => ({
      accessType,
      resources: sum('resources', (group) => group.accessType === accessType),
    })),
    types: resourceTypes
      .map((type) => ({ type, resources: sum('resources', (group) => group.type === type) }))
      .filter(({ resources }) => resources > 0)
      .toSorted((one, other) => other.resources - one.resources),
    coverage: rappPrinciples.flatMap((principle) =>
      rappPhases.map((phase) => ({
        principle,
        phase,
        resources: covered.find((one) => one.principle === principle && one.phase === phase)?.resources ?? 0,
      })),
    ),
  };
}

export type MoneyKind = 'one_off' | 'new_subscription' | 'renewal' | 'refund';
export type MonthlyTax = { month: string; taxMinor: number };
export type MonthlyFees = { month: string; feesMinor: number; others: number };
export type MonthlyMoney = { month: string; kind: MoneyKind; amountMinor: number };

/** `month` is null for changes after the range. */
export type MonthlyChange = {
  month: string | null;
  active: number;
  trial: number;
  lost: number;
  trialsEnded: number;
  trialsConverted: number;
};

export type MonthlyRecurring = {
  month: string | null;
  kind: RecurringChange;
  amountMinor: number;
  subscriptions: number;
};

/** Lists the months that a range touches, such as "2026-11". */
export function monthsOf({ from, to }: AnalyticsQuery): string[] {
  const [first, last] = [from, to].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1);
  if (first === undefined || last === undefined) return [];
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const month = first + index;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

/** Lists the Mondays of the weeks that a range touches. */
export function weeksOf({ from, to }: AnalyticsQuery): string[] {
  const monday = new Date(from);
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
  const weeks: string[] = [];
  for (const end = new Date(to); monday <= end; monday.setUTCDate(monday.getUTCDate() + 7)) {
    weeks.push(monday.toISOString().slice(0, 10));
  }
  return weeks;
}

/** Returns revenue by month, including months without any; `net` is the money taken less refunds, not less fees. */
export function revenueOf(
  range: AnalyticsQuery,
  { money, tax, fees }: { money: readonly MonthlyMoney[]; tax: readonly MonthlyTax[]; fees: readonly MonthlyFees[] },
  currency: string,
): AnalyticsActivity['revenue'] {
  return monthsOf(range).map((month) => {
    const minor = (kind: MoneyKind) => money.find((one) => one.month === month && one.kind === kind)?.amountMinor ?? 0;
    const taken = minor('one_off') + minor('new_subscription') + minor('renewal');
    return {
      month,
      oneOff: toMajor(minor('one_off'), currency),
      newSubscriptions: toMajor(minor('new_subscription'), currency),
      renewals: toMajor(minor('renewal'), currency),
      refunds: toMajor(minor('refund'), currency),
      net: toMajor(taken - minor('refund'), currency),
      tax: toMajor(tax.find((one) => one.month === month)?.taxMinor ?? 0, currency),
      fees: toMajor(fees.find((one) => one.month === month)?.feesMinor ?? 0, currency),
    };
  });
}

export type Returns = {
  payments: number;
  refunds: number;
  disputes: number;
  disputesLost: number;
  lostMinor: number;
};

export function returnsOf({ lostMinor, ...counts }: Returns, currency: string): AnalyticsActivity['returns'] {
  return { ...counts, lostAmount: toMajor(lostMinor, currency) };
}

type KeptMinor = { takenMinor: number; refundsMinor: number; taxMinor: number; feesMinor: number };

/** Revenue of a resource or of a country, as `by` says. Resources below the first ones are summed as `others`. */
export type Place = KeptMinor &
  (
    | { by: 'resource'; kind: 'resource' | 'others' | 'subscriptions'; resourceId: number | null; title: string | null }
    | { by: 'country'; country: string | null }
  );

function keptOf({ takenMinor, refundsMinor, taxMinor, feesMinor }: KeptMinor, currency: string) {
  return {
    taken: toMajor(takenMinor, currency),
    refunds: toMajor(refundsMinor, currency),
    net: toMajor(takenMinor - refundsMinor, currency),
    tax: toMajor(taxMinor, currency),
    fees: toMajor(feesMinor, currency),
  };
}

export function byResourceOf(places: readonly Place[], currency: string): AnalyticsActivity['byResource'] {
  return places.flatMap((place) => {
    if (place.by !== 'resource') return [];
    const { kind, resourceId, title } = place;
    return [{ kind, resourceId, title, ...keptOf(place, currency) }];
  });
}

export function byCountryOf(places: readonly Place[], currency: string): AnalyticsActivity['byCountry'] {
  return places.flatMap((place) =>
    place.by === 'country' ? [{ country: place.country, ...keptOf(place, currency) }] : [],
  );
}

/** Returns the number of subscriptions at the end of each month: the current number less later changes. */
export function subscriptionsOf(
  range: AnalyticsQuery,
  changes: readonly MonthlyChange[],
  now: { active: number; trial: number },
): AnalyticsActivity['subscriptions'] {
  const changeOf = (month: string | null) => changes.find((one) => one.month === month);
  const later = changeOf(null);
  let active = now.active - (later?.active ?? 0);
  let trial = now.trial - (later?.trial ?? 0);
  const backwards = monthsOf(range)
    .toReversed()
    .map((month) => {
      const { lost = 0, trialsEnded = 0, trialsConverted = 0, ...more } = changeOf(month) ?? { active: 0, trial: 0 };
      const atEnd = { month, active, trial, lost, trialsEnded, trialsConverted };
      active -= more.active;
      trial -= more.trial;
      return atEnd;
    });
  return backwards.toReversed();
}

/** Returns the worth of running subscriptions at the end of each month: the current sum less later changes. */
export function recurringOf(
  range: AnalyticsQuery,
  changes: readonly MonthlyRecurring[],
  { totalMinor, currency }: { totalMinor: number; currency: string },
): AnalyticsActivity['recurring'] {
  const changedIn = (month: string | null) => changes.filter((one) => one.month === month);
  const sumOf = (found: readonly MonthlyRecurring[]) => found.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  let total = totalMinor - sumOf(changedIn(null));
  const backwards = monthsOf(range)
    .toReversed()
    .map((month) => {
      const found = changedIn(month);
      const atEnd = {
        month,
        total: toMajor(total, currency),
        changes: recurringChanges.flatMap((kind) =>
          found
            .filter((one) => one.kind === kind)
            .map(({ amountMinor, subscriptions }) => ({ kind, amount: toMajor(amountMinor, currency), subscriptions })),
        ),
      };
      total -= sumOf(found);
      return atEnd;
    });
  return backwards.toReversed();
}

/** Returns openings by week, including weeks without any. */
export function opensOf(
  range: AnalyticsQuery,
  opens: readonly { week: string; accessType: AccessType; opened: number }[],
): AnalyticsActivity['opens'] {
  return weeksOf(range).map((week) => {
    const of = (accessType: AccessType) =>
      opens.find((one) => one.week === week && one.accessType === accessType)?.opened ?? 0;
    return { week, free: of('free'), purchase: of('purchase'), subscription: of('subscription') };
  });
}

/**
 * Returns the search text to count: lower case, with single blanks. Null for a text that may be about a person, such as
 * an email address or a number of six digits or more, and for single letters, which carry no information.
 */
export function searchToKeep(search: string): string | null {
  const text = search.trim().toLowerCase().replace(/\s+/g, ' ');
  return text.length < 2 || text.includes('@') || /(?:\d[ -]?){6}/.test(text) ? null : text;
}

/** Visits of one kind of page from one host. */
export type Visits = { landing: Landing; host: string } & Figures;
type Figures = { visits: number; registrations: number; firstPurchases: number };

/** Sums visits by host, of which only the first ones are named, and by page; the most visits first. */
export function visitsOf(
  found: readonly Visits[],
  mostHosts: number,
): Pick<AnalyticsActivity, 'visitsByHost' | 'visitsByLanding'> {
  const byHost = summed(found, ({ host }) => host).map(([host, figures]) => ({ host, ...figures }));
  const named = byHost.filter(({ host }) => host !== 'other').slice(0, mostHosts);
  const others = byHost.filter((one) => !named.includes(one));
  return {
    visitsByHost: [...named, ...summed(others, () => 'other').map(([host, figures]) => ({ host, ...figures }))],
    visitsByLanding: summed(found, ({ landing }) => landing).map(([landing, figures]) => ({ landing, ...figures })),
  };
}

function summed<One extends Figures, Key extends string>(
  found: readonly One[],
  keyOf: (one: One) => Key,
): [Key, Figures][] {
  return [...Map.groupBy(found, keyOf)]
    .map(([key, ones]): [Key, Figures] => {
      const sum = (figure: keyof Figures) => ones.reduce((total, one) => total + one[figure], 0);
      return [
        key,
        { visits: sum('visits'), registrations: sum('registrations'), firstPurchases: sum('firstPurchases') },
      ];
    })
    .toSorted(
      ([oneKey, one], [otherKey, other]) =>
        other.visits - one.visits ||
        other.registrations - one.registrations ||
        other.firstPurchases - one.firstPurchases ||
        oneKey.localeCompare(otherKey),
    );
}
