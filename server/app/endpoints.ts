import * as articles from '#contract/catalogue/articles.endpoints.ts';
import * as catalogue from '#contract/catalogue/catalogue.endpoints.ts';
import * as contentAdmin from '#contract/catalogue/content-admin.endpoints.ts';
import * as files from '#contract/catalogue/files.endpoints.ts';
import * as imports from '#contract/catalogue/imports.endpoints.ts';
import * as products from '#contract/catalogue/products.endpoints.ts';
import * as publishing from '#contract/catalogue/publishing.endpoints.ts';
import * as search from '#contract/catalogue/search.endpoints.ts';
import * as access from '#contract/commerce/access.endpoints.ts';
import * as accessAdmin from '#contract/commerce/access-admin.endpoints.ts';
import * as billing from '#contract/commerce/billing.endpoints.ts';
import * as guarantee from '#contract/commerce/guarantee.endpoints.ts';
import * as payments from '#contract/commerce/payments.endpoints.ts';
import * as paymentsAdmin from '#contract/commerce/payments-admin.endpoints.ts';
import * as promotions from '#contract/commerce/promotions.endpoints.ts';
import * as promotionsAdmin from '#contract/commerce/promotions-admin.endpoints.ts';
import * as purchases from '#contract/commerce/purchases.endpoints.ts';
import * as purchasesAdmin from '#contract/commerce/purchases-admin.endpoints.ts';
import * as purchasesSeats from '#contract/commerce/purchases-seats.endpoints.ts';
import * as reconciliation from '#contract/commerce/reconciliation.endpoints.ts';
import * as organisationsSeats from '#contract/commerce/seats.endpoints.ts';
import * as subscriptions from '#contract/commerce/subscriptions.endpoints.ts';
import * as subscriptionsAdmin from '#contract/commerce/subscriptions-admin.endpoints.ts';
import * as subscriptionsSeats from '#contract/commerce/subscriptions-seats.endpoints.ts';
import * as accounts from '#contract/identity/accounts.endpoints.ts';
import * as accountsAdmin from '#contract/identity/accounts-admin.endpoints.ts';
import * as apiKeys from '#contract/identity/api-keys.endpoints.ts';
import * as apiKeysAdmin from '#contract/identity/api-keys-admin.endpoints.ts';
import * as assistants from '#contract/identity/assistants.endpoints.ts';
import * as assistantsAdmin from '#contract/identity/assistants-admin.endpoints.ts';
import * as connections from '#contract/identity/connections.endpoints.ts';
import * as connectionsAdmin from '#contract/identity/connections-admin.endpoints.ts';
import * as passkeys from '#contract/identity/passkeys.endpoints.ts';
import * as portal from '#contract/identity/settings.endpoints.ts';
import * as portalAdmin from '#contract/identity/settings-admin.endpoints.ts';
import * as signIn from '#contract/identity/sign-in.endpoints.ts';
import * as signInWays from '#contract/identity/sign-in-ways.endpoints.ts';
import * as assessment from '#contract/learning/assessment.endpoints.ts';
import * as assessmentRounds from '#contract/learning/assessment-rounds.endpoints.ts';
import * as badges from '#contract/learning/badges.endpoints.ts';
import * as checks from '#contract/learning/checks.endpoints.ts';
import * as checksAdmin from '#contract/learning/checks-admin.endpoints.ts';
import * as learning from '#contract/learning/learning.endpoints.ts';
import * as learningCertificates from '#contract/learning/learning-certificates.endpoints.ts';
import * as learningCompletions from '#contract/learning/learning-completions.endpoints.ts';
import * as learningEvidence from '#contract/learning/learning-evidence.endpoints.ts';
import * as library from '#contract/learning/library.endpoints.ts';
import * as paths from '#contract/learning/paths.endpoints.ts';
import * as progress from '#contract/learning/progress.endpoints.ts';
import * as tools from '#contract/learning/tools.endpoints.ts';
import * as analytics from '#contract/operations/analytics.endpoints.ts';
import * as audit from '#contract/operations/audit.endpoints.ts';
import * as mcp from '#contract/operations/mcp.endpoints.ts';
import * as notifications from '#contract/operations/notifications.endpoints.ts';
import * as overview from '#contract/operations/overview.endpoints.ts';
import * as privacy from '#contract/operations/privacy.endpoints.ts';
import * as system from '#contract/operations/system.endpoints.ts';
import * as webhooks from '#contract/operations/webhooks.endpoints.ts';
import * as webhooksAdmin from '#contract/operations/webhooks-admin.endpoints.ts';
import * as companySignIn from '#contract/organisations/company-sign-in.endpoints.ts';
import * as directory from '#contract/organisations/directory.endpoints.ts';
import * as organisations from '#contract/organisations/organisations.endpoints.ts';
import * as organisationsAdmin from '#contract/organisations/organisations-admin.endpoints.ts';
import * as organisationsDomains from '#contract/organisations/organisations-domains.endpoints.ts';
import * as organisationsKeys from '#contract/organisations/organisations-keys.endpoints.ts';
import * as dashboard from '#contract/pages/dashboard.endpoints.ts';
import * as entry from '#contract/pages/entry.endpoints.ts';
import * as storefront from '#contract/pages/storefront.endpoints.ts';
import * as storefrontCertificates from '#contract/pages/storefront-certificates.endpoints.ts';

/** The endpoints of the API by the contract file that declares them, from which its description is generated. */
export const endpointFiles = {
  access,
  'access-admin': accessAdmin,
  accounts,
  'accounts-admin': accountsAdmin,
  analytics,
  'api-keys': apiKeys,
  'api-keys-admin': apiKeysAdmin,
  articles,
  assessment,
  'assessment-rounds': assessmentRounds,
  assistants,
  'assistants-admin': assistantsAdmin,
  checks,
  'checks-admin': checksAdmin,
  paths,
  audit,
  badges,
  billing,
  catalogue,
  'company-sign-in': companySignIn,
  connections,
  'connections-admin': connectionsAdmin,
  'content-admin': contentAdmin,
  dashboard,
  directory,
  files,
  guarantee,
  imports,
  learning,
  'learning-certificates': learningCertificates,
  'learning-completions': learningCompletions,
  'learning-evidence': learningEvidence,
  library,
  mcp,
  notifications,
  overview,
  passkeys,
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
  'organisations-keys': organisationsKeys,
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
  entry,
  storefront,
  'storefront-certificates': storefrontCertificates,
  subscriptions,
  'subscriptions-admin': subscriptionsAdmin,
  'subscriptions-seats': subscriptionsSeats,
  system,
  tools,
  webhooks,
  'webhooks-admin': webhooksAdmin,
};
