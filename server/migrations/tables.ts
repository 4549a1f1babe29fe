import type { AccessTables } from './tables/access.ts';
import type { AccountsTables } from './tables/accounts.ts';
import type { AnalyticsTables } from './tables/analytics.ts';
import type { AssessmentTables } from './tables/assessment.ts';
import type { BillingTables } from './tables/billing.ts';
import type { CatalogueTables } from './tables/catalogue.ts';
import type { ConsentsTables } from './tables/consents.ts';
import type { ImportsTables } from './tables/imports.ts';
import type { LibraryTables } from './tables/library.ts';
import type { NotificationsTables } from './tables/notifications.ts';
import type { PlatformTables } from './tables/platform.ts';
import type { PrivacyTables } from './tables/privacy.ts';
import type { ProgressTables } from './tables/progress.ts';
import type { PromotionsTables } from './tables/promotions.ts';
import type { PurchasesTables } from './tables/purchases.ts';
import type { SubscriptionsTables } from './tables/subscriptions.ts';
import type { ToolsTables } from './tables/tools.ts';

/** The tables as the statements see them; a test compares them with information_schema. */
export type Tables = PlatformTables &
  AccountsTables &
  CatalogueTables &
  ImportsTables &
  PurchasesTables &
  SubscriptionsTables &
  PromotionsTables &
  BillingTables &
  ConsentsTables &
  AccessTables &
  ProgressTables &
  LibraryTables &
  ToolsTables &
  AssessmentTables &
  NotificationsTables &
  PrivacyTables &
  AnalyticsTables;
