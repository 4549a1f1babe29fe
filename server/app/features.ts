import { articles } from '../catalogue/articles/feature.ts';
import { content } from '../catalogue/content/feature.ts';
import { files } from '../catalogue/files/feature.ts';
import { imports } from '../catalogue/imports/feature.ts';
import { products } from '../catalogue/products/feature.ts';
import { publishing } from '../catalogue/publishing/feature.ts';
import { search } from '../catalogue/search/feature.ts';
import { access } from '../commerce/access/feature.ts';
import { billing } from '../commerce/billing/feature.ts';
import { payments } from '../commerce/payments/feature.ts';
import { promotions } from '../commerce/promotions/feature.ts';
import { purchases } from '../commerce/purchases/feature.ts';
import { subscriptions } from '../commerce/subscriptions/feature.ts';
import { accounts } from '../identity/accounts/feature.ts';
import { apiKeys } from '../identity/api-keys/feature.ts';
import { assistants } from '../identity/assistants/feature.ts';
import { connections } from '../identity/connections/feature.ts';
import { passkeys } from '../identity/passkeys/feature.ts';
import { settings } from '../identity/settings/feature.ts';
import { signIn } from '../identity/sign-in/feature.ts';
import { assessment } from '../learning/assessment/feature.ts';
import { badges } from '../learning/badges/feature.ts';
import { checks } from '../learning/checks/feature.ts';
import { learning } from '../learning/learning/feature.ts';
import { library } from '../learning/library/feature.ts';
import { paths } from '../learning/paths/feature.ts';
import { progress } from '../learning/progress/feature.ts';
import { tools } from '../learning/tools/feature.ts';
import { analytics } from '../operations/analytics/feature.ts';
import { audit } from '../operations/audit/feature.ts';
import { mcp } from '../operations/mcp/feature.ts';
import { metrics } from '../operations/metrics/feature.ts';
import { notifications } from '../operations/notifications/feature.ts';
import { overview } from '../operations/overview/feature.ts';
import { privacy } from '../operations/privacy/feature.ts';
import { system } from '../operations/system/feature.ts';
import { webhooks } from '../operations/webhooks/feature.ts';
import { companySignIn } from '../organisations/company-sign-in/feature.ts';
import { directory } from '../organisations/directory/feature.ts';
import { organisations } from '../organisations/organisations/feature.ts';
import { dashboard } from '../pages/dashboard/feature.ts';
import { entry } from '../pages/entry/feature.ts';
import { storefront } from '../pages/storefront/feature.ts';
import type { Feature } from './feature.ts';

/** All features that have routes or jobs; `catalogue` has none. */
export const features: readonly Feature[] = [
  accounts,
  settings,
  content,
  signIn,
  passkeys,
  apiKeys,
  assistants,
  connections,
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
  companySignIn,
  directory,
  progress,
  checks,
  paths,
  learning,
  badges,
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
  webhooks,
  mcp,
  dashboard,
  entry,
];
