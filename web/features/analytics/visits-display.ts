import type { AnalyticsActivity } from '#contract/analytics.ts';
import type { Landing } from '#contract/storefront.endpoints.ts';
import { type ChartTable, countText } from './chart-display.ts';

/** The kinds of public pages. */
export const landingNames: Record<Landing, string> = {
  catalogue: 'Catalogue',
  resource: 'Page of a resource',
  assessment: 'Readiness assessment',
};

/** The site of a visit. */
export function hostName(host: string): string {
  if (host === 'direct') return 'No site: typed, bookmarked or from an app';
  return host === 'other' ? 'Other sites' : host;
}

type Figures = { visits: number; registrations: number; firstPurchases: number };

const columnsAfter = (header: string): ChartTable['columns'] => [
  { header, kind: 'text' },
  { header: 'Visits', kind: 'count' },
  { header: 'Registrations', kind: 'count' },
  { header: 'First purchases', kind: 'count' },
];
const cells = ({ visits, registrations, firstPurchases }: Figures) => [visits, registrations, firstPurchases];

/** Visits by the site that led there. */
export function visitsByHostTable({ visitsByHost }: Pick<AnalyticsActivity, 'visitsByHost'>): ChartTable {
  return {
    columns: columnsAfter('Site'),
    rows: visitsByHost.map((one) => [hostName(one.host), ...cells(one)]),
  };
}

/** Visits by the page that was opened. */
export function visitsByLandingTable({ visitsByLanding }: Pick<AnalyticsActivity, 'visitsByLanding'>): ChartTable {
  return {
    columns: columnsAfter('Page'),
    rows: visitsByLanding.map((one) => [landingNames[one.landing], ...cells(one)]),
  };
}

/** "4 registrations, 1 first purchase" */
export function visitsNote({ registrations, firstPurchases }: Figures): string {
  const registered = `${countText(registrations)} ${registrations === 1 ? 'registration' : 'registrations'}`;
  return `${registered}, ${countText(firstPurchases)} ${firstPurchases === 1 ? 'first purchase' : 'first purchases'}`;
}
