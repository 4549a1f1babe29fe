import type { AccessType, ResourceSummary, ResourceType } from '#contract/catalogue/catalogue.ts';
import type { ResourceSort } from '#contract/catalogue/search.ts';
import type { SubscriptionTerms } from '#contract/commerce/subscriptions.ts';
import { counted } from '#contract/counted.ts';
import { formatMoney } from '#contract/money.ts';
import type { TaxMode } from '#contract/tax.ts';
import { choice, pageSearch, setting } from '#web/platform/search.ts';

// The order of these tables is the order on screen.

/** Types of resources in words (DETAIL-05, LABEL-13). */
export const typeNames: Record<ResourceType, string> = {
  online_tool: 'Online Tool',
  downloadable_template: 'Downloadable Template',
  template: 'Template',
  report: 'Report',
  insight: 'Insight',
  newsletter: 'Newsletter',
  book: 'Book',
  article: 'Article',
  bundle: 'Bundle',
  path: 'Learning Path',
  other: 'Other',
};

/** Types that Browse always offers. It offers the others while resources match or they are chosen (BROWSE-02). */
export const madeTypes: readonly ResourceType[] = [
  'online_tool',
  'downloadable_template',
  'report',
  'insight',
  'newsletter',
  'book',
  'article',
];

export const accessTypeNames: Record<AccessType, string> = {
  free: 'Free',
  purchase: 'Purchase',
  subscription: 'Subscription',
};

/** Names of the sort orders (BROWSE-05); the first is the default. */
export const sortNames: Record<ResourceSort, string> = {
  created_at: 'Recently Added',
  title: 'A-Z',
  price_low_high: 'Price: Low to High',
  price_high_low: 'Price: High to Low',
};

/** Returns the keys of a table of names, in its order. */
export function keysOf<Key extends string>(table: Record<Key, unknown>): Key[] {
  // Safe because such tables are written with exactly these keys.
  return Object.keys(table) as Key[];
}

/** Price to show, in major units. `interval` is absent when the price is paid once. */
export type ShownPrice = { amount: number; interval?: 'month' | 'year' };

type Priced = Pick<ResourceSummary, 'price' | 'monthlyPrice' | 'annualPrice'>;

/** Returns the one price of a resource (DETAIL-21): once, otherwise per month, otherwise per year, otherwise 0. */
export function shownPrice({ price, monthlyPrice, annualPrice }: Priced): ShownPrice {
  if (price !== null) return { amount: price };
  if (monthlyPrice !== null) return { amount: monthlyPrice, interval: 'month' };
  if (annualPrice !== null) return { amount: annualPrice, interval: 'year' };
  return { amount: 0 };
}

/** Splits a description into lines without empty ones; a card shows the first. */
export function linesOf(description: string): string[] {
  return description
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Returns the label of the download button (DETAIL-18, DETAIL-19); null for tools, bundles and paths: no file. */
export function fileAction(type: ResourceType): 'DOWNLOAD' | 'ACCESS' | null {
  if (type === 'online_tool' || type === 'bundle' || type === 'path') return null;
  return type === 'downloadable_template' ? 'DOWNLOAD' : 'ACCESS';
}

/** Returns the id in a path; null if it is invalid. */
export function resourceIdOf(text: string): number | null {
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

/** Returns "19 resources for £8.99 per month or £89.99 per year.", with "from" where resources differ in price. */
export function termsText(
  { resources, monthlyPrice, annualPrice, isFrom }: SubscriptionTerms,
  currency: string,
  tax: TaxMode,
): string {
  const [monthly, annual] = [monthlyPrice, annualPrice].map((price) => formatMoney(price, currency));
  return `${counted(resources, 'resource')}${isFrom ? ', from' : ' for'} ${monthly} per month or ${annual} per year${tax === 'exclusive' ? ' plus tax' : ''}.`;
}

/** Reason why nothing can be bought on a portal without a payment provider (BOOT-05). */
export const paymentsOff = 'Payments are not available on this portal yet.';

const tabs = ['description', 'applicability', 'video'] as const;
export type DetailTab = (typeof tabs)[number];

const startSteps = ['tool', 'download', 'save'] as const;
export type StartStep = (typeof startSteps)[number];

/**
 * `refresh`: after a payment, so that the page fetches everything again (DETAIL-01). `preview`: shows the page as
 * members see it. `start`: the button that a visitor pressed on the public page; its action runs once after signing in
 * (FRONT-07).
 */
export const detailSearch = pageSearch({
  tab: setting(tabs, 'description'),
  refresh: choice(['true']),
  preview: choice(['true']),
  start: choice(startSteps),
});
