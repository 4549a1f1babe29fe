import type { Feature } from './feature.ts';
import { access } from './features/access/feature.ts';
import { accounts } from './features/accounts/feature.ts';
import { analytics } from './features/analytics/feature.ts';
import { articles } from './features/articles/feature.ts';
import { assessment } from './features/assessment/feature.ts';
import { audit } from './features/audit/feature.ts';
import { billing } from './features/billing/feature.ts';
import { content } from './features/content/feature.ts';
import { dashboard } from './features/dashboard/feature.ts';
import { files } from './features/files/feature.ts';
import { imports } from './features/imports/feature.ts';
import { learning } from './features/learning/feature.ts';
import { library } from './features/library/feature.ts';
import { metrics } from './features/metrics/feature.ts';
import { notifications } from './features/notifications/feature.ts';
import { organisations } from './features/organisations/feature.ts';
import { overview } from './features/overview/feature.ts';
import { payments } from './features/payments/feature.ts';
import { portal } from './features/portal/feature.ts';
import { privacy } from './features/privacy/feature.ts';
import { products } from './features/products/feature.ts';
import { progress } from './features/progress/feature.ts';
import { promotions } from './features/promotions/feature.ts';
import { publishing } from './features/publishing/feature.ts';
import { purchases } from './features/purchases/feature.ts';
import { search } from './features/search/feature.ts';
import { signIn } from './features/sign-in/feature.ts';
import { storefront } from './features/storefront/feature.ts';
import { subscriptions } from './features/subscriptions/feature.ts';
import { system } from './features/system/feature.ts';
import { tools } from './features/tools/feature.ts';

/** What the nouns add to the portal, in their order (lint/directions.ts). `catalogue` adds no routes and jobs. */
export const features: readonly Feature[] = [
  accounts,
  portal,
  content,
  signIn,
  files,
  search,
  products,
  articles,
  publishing,
  imports,
  payments,
  purchases,
  subscriptions,
  promotions,
  access,
  organisations,
  progress,
  learning,
  library,
  tools,
  assessment,
  billing,
  notifications,
  privacy,
  analytics,
  audit,
  metrics,
  storefront,
  system,
  overview,
  dashboard,
];
