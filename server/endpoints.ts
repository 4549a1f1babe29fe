import * as access from '#contract/access.endpoints.ts';
import * as accessAdmin from '#contract/access-admin.endpoints.ts';
import * as accounts from '#contract/accounts.endpoints.ts';
import * as accountsAdmin from '#contract/accounts-admin.endpoints.ts';
import * as analytics from '#contract/analytics.endpoints.ts';
import * as articles from '#contract/articles.endpoints.ts';
import * as assessment from '#contract/assessment.endpoints.ts';
import * as assessmentRounds from '#contract/assessment-rounds.endpoints.ts';
import * as audit from '#contract/audit.endpoints.ts';
import * as billing from '#contract/billing.endpoints.ts';
import * as catalogue from '#contract/catalogue.endpoints.ts';
import * as contentAdmin from '#contract/content-admin.endpoints.ts';
import * as dashboard from '#contract/dashboard.endpoints.ts';
import * as files from '#contract/files.endpoints.ts';
import * as guarantee from '#contract/guarantee.endpoints.ts';
import * as imports from '#contract/imports.endpoints.ts';
import * as learning from '#contract/learning.endpoints.ts';
import * as learningCertificates from '#contract/learning-certificates.endpoints.ts';
import * as learningEvidence from '#contract/learning-evidence.endpoints.ts';
import * as library from '#contract/library.endpoints.ts';
import * as notifications from '#contract/notifications.endpoints.ts';
import * as organisations from '#contract/organisations.endpoints.ts';
import * as organisationsAdmin from '#contract/organisations-admin.endpoints.ts';
import * as organisationsDomains from '#contract/organisations-domains.endpoints.ts';
import * as organisationsSeats from '#contract/organisations-seats.endpoints.ts';
import * as overview from '#contract/overview.endpoints.ts';
import * as payments from '#contract/payments.endpoints.ts';
import * as paymentsAdmin from '#contract/payments-admin.endpoints.ts';
import * as portal from '#contract/portal.endpoints.ts';
import * as portalAdmin from '#contract/portal-admin.endpoints.ts';
import * as privacy from '#contract/privacy.endpoints.ts';
import * as products from '#contract/products.endpoints.ts';
import * as progress from '#contract/progress.endpoints.ts';
import * as promotions from '#contract/promotions.endpoints.ts';
import * as promotionsAdmin from '#contract/promotions-admin.endpoints.ts';
import * as publishing from '#contract/publishing.endpoints.ts';
import * as purchases from '#contract/purchases.endpoints.ts';
import * as purchasesAdmin from '#contract/purchases-admin.endpoints.ts';
import * as purchasesSeats from '#contract/purchases-seats.endpoints.ts';
import * as reconciliation from '#contract/reconciliation.endpoints.ts';
import * as search from '#contract/search.endpoints.ts';
import * as signIn from '#contract/sign-in.endpoints.ts';
import * as signInWays from '#contract/sign-in-ways.endpoints.ts';
import * as storefront from '#contract/storefront.endpoints.ts';
import * as storefrontCertificates from '#contract/storefront-certificates.endpoints.ts';
import * as subscriptions from '#contract/subscriptions.endpoints.ts';
import * as subscriptionsAdmin from '#contract/subscriptions-admin.endpoints.ts';
import * as subscriptionsSeats from '#contract/subscriptions-seats.endpoints.ts';
import * as system from '#contract/system.endpoints.ts';
import * as tools from '#contract/tools.endpoints.ts';

/** The calls of the API by the file of the contract that declares them; its description is made of them. */
export const endpointFiles = {
  access,
  'access-admin': accessAdmin,
  accounts,
  'accounts-admin': accountsAdmin,
  analytics,
  articles,
  assessment,
  'assessment-rounds': assessmentRounds,
  audit,
  billing,
  catalogue,
  'content-admin': contentAdmin,
  dashboard,
  files,
  guarantee,
  imports,
  learning,
  'learning-certificates': learningCertificates,
  'learning-evidence': learningEvidence,
  library,
  notifications,
  overview,
  portal,
  'portal-admin': portalAdmin,
  privacy,
  products,
  progress,
  promotions,
  'promotions-admin': promotionsAdmin,
  publishing,
  organisations,
  'organisations-admin': organisationsAdmin,
  'organisations-domains': organisationsDomains,
  'organisations-seats': organisationsSeats,
  payments,
  'payments-admin': paymentsAdmin,
  purchases,
  'purchases-admin': purchasesAdmin,
  'purchases-seats': purchasesSeats,
  reconciliation,
  search,
  'sign-in': signIn,
  'sign-in-ways': signInWays,
  storefront,
  'storefront-certificates': storefrontCertificates,
  subscriptions,
  'subscriptions-admin': subscriptionsAdmin,
  'subscriptions-seats': subscriptionsSeats,
  system,
  tools,
};
