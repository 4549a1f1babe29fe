import { choice, pageSearch, setting } from '../../platform/search.ts';

const tabs = ['description', 'applicability', 'video'] as const;
export type DetailTab = (typeof tabs)[number];

/** `refresh`: after a payment, so that the page fetches everything again (DETAIL-01). `preview`: as members see it. */
export const detailSearch = pageSearch({
  tab: setting(tabs, 'description'),
  refresh: choice(['true']),
  preview: choice(['true']),
});
