// Made by `npm run database:types` from the migrated schema: change a migration or scripts/database-types.ts and run it
// again. A test fails while this file differs from the schema.

import type { ArticleDocument } from "#contract/catalogue/articles-nodes.ts";
import type { RappPhase, RappPrinciple, RoleAffiliation } from "#contract/catalogue/catalogue.ts";
import type { ColumnType, GeneratedAlways } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AccessGrants {
  created_at: Generated<Timestamp>;
  expires_at: Timestamp | null;
  granted_by: number | null;
  id: Generated<number>;
  is_active: Generated<boolean>;
  reason: string;
  resource_id: number;
  user_id: number;
}

export interface AccountLinks {
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  id: Generated<number>;
  moves_to: string | null;
  purpose: "verify_email" | "set_password" | "second_step";
  token_hash: Buffer;
  used_at: Timestamp | null;
  user_id: number;
}

export interface AnalyticsChanges {
  day: string | null;
  id: Generated<number>;
  source: "attempt" | "invoice" | "finished";
  subject: number;
}

export interface AnalyticsDays {
  amount_minor: number;
  currency: string;
  day: string;
  kind: string;
}

export interface AnalyticsLines {
  amount_minor: number;
  country: string | null;
  currency: string;
  day: string;
  id: Generated<number>;
  is_dispute: Generated<boolean>;
  kind: "one_off" | "new_subscription" | "renewal" | "refund";
  payment_id: number;
  resource_id: number | null;
  source: string;
  tax_minor: Generated<number>;
}

export interface ApiKeys {
  connection_id: string | null;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp | null;
  id: Generated<number>;
  kind: "member" | "organisation" | "portal";
  last_used_network: string | null;
  last_used_on: string | null;
  left_at: Timestamp | null;
  made_by: number | null;
  name: string;
  organisation_id: number | null;
  scopes: string[];
  token_hash: Buffer;
  token_start: string;
  user_id: number;
}

export interface Articles {
  document: ColumnType<ArticleDocument, string, string>;
  resource_id: number;
  updated_at: Generated<Timestamp>;
}

export interface AssessmentAttempts {
  answers: ColumnType<Record<string, string>, string, string>;
  assessed_on: string | null;
  content_version: string;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  resource_id: number | null;
  scope: string | null;
  started_at: Timestamp;
  updated_at: Generated<Timestamp>;
  user_id: number;
}

export interface AssessmentPlanEntries {
  action_id: string;
  attempt_id: number;
  done_at: Timestamp | null;
  due_on: string | null;
  owner: string | null;
}

export interface AssessmentRoundAnswers {
  answered_at: Generated<Timestamp>;
  answers: Json;
  round_id: number;
  user_id: number;
}

export interface AssessmentRoundGroupPeople {
  position: number;
  round_id: number;
  user_id: number;
}

export interface AssessmentRoundPeople {
  round_id: number;
  told_on: string | null;
  user_id: number;
}

export interface AssessmentRoundPlan {
  action_id: string;
  due_on: string | null;
  owner_id: number | null;
  round_id: number;
  status: "not_started" | "in_progress" | "done";
}

export interface AssessmentRounds {
  answered: number | null;
  closed_at: Timestamp | null;
  closes_on: string;
  content_version: string;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  invited: number | null;
  organisation_id: number;
  title: string;
}

export interface AssessmentRoundSets {
  answered: number | null;
  counts: Json | null;
  name: string | null;
  position: number;
  round_id: number;
}

export interface AssessmentRoundShown {
  position: number;
  round_id: number;
  user_id: number;
}

export interface Assignments {
  asks_confirmation: Generated<boolean>;
  begun_at: Timestamp | null;
  completed_at: Timestamp | null;
  completion_id: number | null;
  due_by: Generated<string | null>;
  due_on: string;
  ended_at: Timestamp | null;
  id: Generated<number>;
  made_at: Generated<Timestamp>;
  made_by: number | null;
  organisation_id: number;
  refresh_months: number | null;
  reminded_for: string | null;
  reminded_on: string | null;
  reminders: Generated<number>;
  resource_id: number;
  user_id: number;
  valid_until: Generated<string | null>;
}

export interface AssistantCalls {
  called_at: Generated<Timestamp>;
  client: string;
  id: Generated<number>;
  resource_id: number | null;
  tool: string;
  user_id: number;
}

export interface AssistantClients {
  client_id: string;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  name: string;
  read_at: Timestamp | null;
  redirect_uris: string[];
  used_at: Generated<Timestamp>;
}

export interface AssistantGrants {
  client_id: number;
  code_challenge: string;
  code_expires_at: Timestamp;
  code_hash: Buffer;
  connection_id: string | null;
  created_at: Generated<Timestamp>;
  exchanged_at: Timestamp | null;
  id: Generated<number>;
  last_used_network: string | null;
  last_used_on: string | null;
  redirect_uri: string;
  resource: string;
  scopes: string[];
  user_id: number;
}

export interface AssistantTokens {
  expires_at: Timestamp;
  grant_id: number;
  kind: "access" | "refresh";
  rotated_at: Timestamp | null;
  scopes: string[];
  token_hash: Buffer;
}

export interface AuditLog {
  action: string;
  actor_user_id: number | null;
  after: ColumnType<unknown, string, never> | null;
  before: ColumnType<unknown, string, never> | null;
  happened_at: Generated<Timestamp>;
  id: Generated<number>;
  ip: string;
  key_id: number | null;
  member_user_id: number | null;
  object: string;
  object_id: string;
  request_id: string;
  search_text: GeneratedAlways<string>;
  user_agent: string | null;
}

export interface BadgeKeys {
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  public_key: string;
  retired_at: Timestamp | null;
  sealed_key: Buffer | null;
}

export interface Badges {
  certificate_id: number;
  credential: Json | null;
  credential_id: string;
  id: Generated<number>;
  is_shared: Generated<boolean>;
  issued_at: Generated<Timestamp>;
  issuer: string;
  proves_address: boolean;
  shows_name: boolean;
  status_index: number;
  status_list_id: number;
  superseded_at: Timestamp | null;
}

export interface BadgeStatusLists {
  created_at: Generated<Timestamp>;
  id: Generated<number>;
}

export interface BillingDetails {
  city: string | null;
  company_name: string | null;
  country: string | null;
  line1: string | null;
  line2: string | null;
  postcode: string | null;
  purchase_order: string | null;
  stripe_tax_id: string | null;
  tax_id: string | null;
  tax_id_status: "pending" | "verified" | "unverified" | "unavailable" | null;
  tax_id_type: string | null;
  updated_at: Generated<Timestamp>;
  user_id: number;
}

export interface BundleParts {
  added_at: Generated<Timestamp>;
  bundle_id: number;
  id: Generated<number>;
  position: number;
  removed_at: Timestamp | null;
  resource_id: number;
}

export interface CancelOffers {
  accepted_at: Timestamp | null;
  applied_at: Timestamp | null;
  id: Generated<number>;
  payments: number;
  percent_off: number;
  reason: string;
  shown_at: Generated<Timestamp>;
  subscription_id: number;
  user_id: number;
}

export interface CatalogueImportProblems {
  field: string;
  id: Generated<number>;
  import_id: number;
  line: number;
  sentence: string;
  severity: "problem" | "warning";
  value: string;
}

export interface CatalogueImportRows {
  import_id: number;
  line: number;
  resource: ColumnType<unknown, string, string> | null;
  resource_id: number | null;
  seen_at: Timestamp | null;
}

export interface CatalogueImports {
  blob_id: string | null;
  bytes: number;
  changed_count: Generated<number>;
  created_at: Generated<Timestamp>;
  failure: string | null;
  file_name: string;
  finished_at: Timestamp | null;
  format: "csv" | "json";
  id: Generated<number>;
  key_id: number | null;
  new_count: Generated<number>;
  problem_count: Generated<number>;
  progress_done: Generated<number>;
  progress_total: Generated<number>;
  row_count: Generated<number>;
  run: string | null;
  state: "checking" | "checked" | "importing" | "done" | "failed" | "cancelled";
  touched_at: Generated<Timestamp>;
  unchanged_count: Generated<number>;
  user_id: number | null;
  warning_count: Generated<number>;
}

export interface CatalogueVersion {
  only_row: Generated<boolean>;
  version: Generated<number>;
}

export interface Certificates {
  code: string;
  completed_at: Timestamp;
  completion_id: number | null;
  content_version: number;
  expires_at: Timestamp | null;
  holder_name: string | null;
  id: Generated<number>;
  issued_at: Generated<Timestamp>;
  organisation_id: number;
  organisation_name: string;
  resource_id: number;
  resource_title: string;
  revoked_at: Timestamp | null;
  shows_name: Generated<boolean>;
  user_id: number | null;
}

export interface CheckAllowances {
  extra_minutes: Generated<number>;
  further_attempts: Generated<number>;
  resource_id: number;
  user_id: number;
}

export interface CheckAttempts {
  answers: Generated<Json>;
  awarded_questions: string[] | null;
  completion_id: number | null;
  counted_at: Timestamp | null;
  day: string;
  drawn: string[];
  due_at: Timestamp;
  handed_in_at: Timestamp | null;
  id: Generated<number>;
  is_by_server: Generated<boolean>;
  is_further: Generated<boolean>;
  pass_mark: number;
  passed: Generated<boolean | null>;
  percent: Generated<number | null>;
  points: Generated<number | null>;
  resource_id: number;
  right_questions: string[] | null;
  seed: Buffer;
  started_at: Generated<Timestamp>;
  user_id: number;
  version: number;
}

export interface CheckQuestionCounts {
  attempts: number;
  question_id: string;
  resource_id: number;
  right_answers: number;
  version: number;
}

export interface CheckVersionCounts {
  attempts: number;
  passed: number;
  resource_id: number;
  version: number;
}

export interface Completions {
  asked_at: Timestamp | null;
  completed_at: Generated<Timestamp>;
  confirmed_at: Timestamp | null;
  content_version: number;
  id: Generated<number>;
  resource_id: number;
  scored_at: Timestamp | null;
  user_id: number;
}

export interface ConfirmCodes {
  code_hash: Buffer;
  expires_at: Timestamp;
  user_id: number;
}

export interface ConnectionDomains {
  connection_id: string;
  domain: string;
  domain_id: number;
}

export interface ConnectionEmergencyOwners {
  connection_id: string;
  user_id: number;
}

export interface ConnectionErrands {
  asked_at: Generated<Timestamp>;
  browser_hash: Buffer;
  connection_id: string;
  purpose: "sign-in" | "confirm" | "test";
  return_to: string;
  state_hash: Buffer;
  user_id: number | null;
}

export interface ConnectionIdentities {
  connection_id: string;
  email: string;
  id: Generated<number>;
  issuer: string;
  linked_at: Generated<Timestamp>;
  object_id: string | null;
  subject: string;
  user_id: number;
}

export interface ConnectionLogouts {
  connection_id: string;
  received_at: Generated<Timestamp>;
  token_id_hash: Buffer;
}

export interface ConnectionPending {
  asked_at: Generated<Timestamp>;
  connection_id: string;
  email: string;
  issuer: string;
  kind: "link" | "switch" | "code";
  mail_hash: Buffer | null;
  object_id: string | null;
  provider_sid: string | null;
  return_to: string;
  sealed_id_token: Buffer | null;
  spares_factor: boolean;
  subject: string;
  token_hash: Buffer;
  user_id: number;
}

export interface Connections {
  accepts_unverified: Generated<boolean>;
  activated_at: Timestamp | null;
  auth_method: "client_secret" | "private_key_jwt";
  certificate: string | null;
  client_id: string;
  created_at: Generated<Timestamp>;
  directory_claim: Generated<"sub" | "oid">;
  email_claim: string;
  end_session_address: string | null;
  enforced_at: Timestamp | null;
  enforced_by: number | null;
  first_name_claim: string;
  id: Generated<string>;
  is_operators: Generated<boolean>;
  issuer: string;
  last_name_claim: string;
  name: string;
  organisation_id: number | null;
  public_key: Json | null;
  scopes: string;
  sealed_key: Buffer | null;
  sealed_secret: Buffer | null;
  secret_ends_on: string | null;
  secret_mailed_days: number | null;
  secret_saved_at: Timestamp | null;
  sends_logouts: Generated<boolean>;
  session_hours: Generated<number>;
  slug: string;
  spares_second_factor: Generated<boolean>;
  state: Generated<"draft" | "tested" | "active" | "enforced" | "disabled">;
  updated_at: Generated<Timestamp>;
  vouches: "verified" | "all" | "domains";
}

export interface ConnectionSessions {
  connection_id: string;
  ends_at: Timestamp | null;
  provider_sid: string | null;
  sealed_id_token: Buffer | null;
  session_id: number;
  subject: string | null;
  through: "provider" | "emergency";
}

export interface ConnectionTests {
  connection_id: string;
  result: Json;
  tested_at: Generated<Timestamp>;
  user_id: number;
  works: boolean;
}

export interface ContentVersions {
  assessment: Json;
  assessment_version: string;
  number: number;
  published_at: Generated<Timestamp>;
  published_by: number;
  words: Json;
}

export interface DataExports {
  blob_id: string | null;
  bytes: number | null;
  expires_at: Timestamp | null;
  failed_at: Timestamp | null;
  id: Generated<number>;
  ready_at: Timestamp | null;
  requested_at: Generated<Timestamp>;
  token_hash: Buffer | null;
  user_id: number;
}

export interface Disputes {
  amount_minor: number;
  attempt_id: number | null;
  created_at: Generated<Timestamp>;
  currency: string | null;
  due_by: Timestamp | null;
  invoice_id: number | null;
  lost_at: Timestamp | null;
  reason: string;
  status: string;
  stripe_dispute_id: string;
  updated_at: Generated<Timestamp>;
}

export interface DocumentNumbers {
  kind: string;
  last_number: number;
  skipped: Generated<number>;
  year: number;
}

export interface Documents {
  attempt_id: number | null;
  buyer: string[];
  country: string | null;
  currency: string;
  id: Generated<number>;
  invoice_id: number | null;
  issued_at: Generated<Timestamp>;
  kind: "invoice" | "credit_note";
  lines: Json;
  number: number;
  paid_at: Timestamp;
  payment_reference: string | null;
  refund_id: number | null;
  seller: string[];
  tax_minor: number;
  taxes: Generated<Json>;
  time_zone: string | null;
  total_minor: number;
  user_id: number;
  year: number;
}

export interface DrawnPages {
  file_id: string;
  image_id: string;
  page: number;
  text: string;
}

export interface EmptySearches {
  closest: Generated<number>;
  day: string;
  searches: number;
  text: string;
}

export interface Events {
  data: Json;
  happened_at: Generated<Timestamp>;
  id: Generated<number>;
  organisation_id: number | null;
  spread_at: Timestamp | null;
  type: string;
}

export interface Files {
  bytes: number;
  content_type: string;
  created_at: Generated<Timestamp>;
  height_pixels: number | null;
  id: string;
  kind: "image" | "document";
  name: string;
  sha256: Buffer;
  title: string | null;
  uploaded_by: number | null;
  width_pixels: number | null;
}

export interface FormerCustomers {
  created_at: Generated<Timestamp>;
  hash: Buffer;
}

export interface Gifts {
  attempt_id: number;
  created_at: Generated<Timestamp>;
  deliver_on: string;
  email: string;
  id: Generated<number>;
  mails_sent: Generated<number>;
  message: string;
  redeemed_at: Timestamp | null;
  redeemed_by: number | null;
  secret_hash: Buffer | null;
  sent_at: Timestamp | null;
  user_id: number;
  verifies_address: Generated<boolean>;
}

export interface HeldSeats {
  organisation_id: number | null;
  resource_id: number | null;
  seat_id: number | null;
  user_id: number | null;
}

export interface Identities {
  created_at: Generated<Timestamp>;
  email: string;
  id: Generated<number>;
  issuer: string;
  picture_asked_at: Timestamp | null;
  subject: string;
  user_id: number;
}

export interface Installation {
  assessment_added_at: Timestamp | null;
  demo_seeded_at: Timestamp | null;
  former_ids: Generated<string[]>;
  id: Generated<string>;
  only_row: Generated<boolean>;
  secret_check: Buffer | null;
}

export interface Invoices {
  attempt_count: number;
  billing_reason: string | null;
  currency: string;
  description: string;
  due_minor: number | null;
  hosted_url: string | null;
  id: Generated<number>;
  issued_at: Timestamp;
  last_snapshot_number: number;
  next_attempt_at: Timestamp | null;
  number: string | null;
  open_payment: "failed" | "authentication" | "processing" | null;
  paid_at: Timestamp | null;
  paid_minor: number;
  pdf_url: string | null;
  period_end: Timestamp | null;
  period_start: Timestamp | null;
  status: "draft" | "open" | "paid" | "uncollectible" | "void";
  stripe_invoice_id: string;
  stripe_payment_intent_id: string | null;
  stripe_subscription_id: string | null;
  synced_at: Generated<Timestamp>;
  tax_minor: number;
  total_minor: number;
  user_id: number;
}

export interface KnowledgeChecks {
  draft: Json;
  resource_id: number;
  updated_at: Generated<Timestamp>;
  version: number | null;
}

export interface KnowledgeCheckVersions {
  content: Json;
  published_at: Generated<Timestamp>;
  published_by: number;
  resource_id: number;
  version: number;
}

export interface LimitCounters {
  expires_at: Timestamp;
  hits: number;
  key: string;
  window_start: Timestamp;
}

export interface ListedResources {
  resource_id: number;
  week: string;
}

export interface MailKeys {
  created_at: Generated<Timestamp>;
  dedupe_key: string;
}

export interface Mails {
  created_at: Generated<Timestamp>;
  dedupe_key: string;
  html_body: string;
  id: Generated<number>;
  last_error: string | null;
  parked_at: Timestamp | null;
  recipient: string;
  sent_at: Timestamp | null;
  subject: string;
  text_body: string;
  unsubscribe_url: string | null;
  user_id: number | null;
}

export interface MemberNotes {
  author_id: number;
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  text: string;
  user_id: number;
}

export interface News {
  created_at: Generated<Timestamp>;
  finished_at: Timestamp | null;
  id: Generated<number>;
  last_user_id: Generated<number>;
  recipient_count: Generated<number>;
  sent_by: number;
  subject: string;
  text: string;
}

export interface Nodes {
  failing: Generated<string[]>;
  id: string;
  name: string;
  role: "all" | "web" | "worker";
  seen_at: Generated<Timestamp>;
  started_at: Generated<Timestamp>;
  version: string;
}

export interface OnlineProducts {
  configuration: ColumnType<{ toolUrl?: string; url?: string }, string, string>;
  created_at: Generated<Timestamp>;
  description: Generated<string>;
  id: Generated<number>;
  is_active: Generated<boolean>;
  name: string;
  opening: Generated<"landing" | "automatic" | "direct">;
  slug: string;
  tool_type: "embedded" | "iframe" | "component";
  updated_at: Generated<Timestamp>;
}

export interface OrderConsents {
  attempt_id: number | null;
  given_at: Generated<Timestamp>;
  id: Generated<number>;
  promo_checkout_id: number | null;
  subscription_id: number | null;
  text_version: string;
  user_id: number;
}

export interface OrganisationAbsences {
  address_keys: Generated<string[]>;
  has_left: Generated<boolean>;
  identity_keys: Generated<string[]>;
  organisation_id: number;
  since: Generated<Timestamp>;
  user_id: number;
}

export interface OrganisationDirectoryPeople {
  address_key: string | null;
  changed_at: Generated<Timestamp>;
  created_at: Generated<Timestamp>;
  email: string;
  external_id: string | null;
  id: Generated<string>;
  is_active: boolean;
  organisation_id: number;
  outcome: "made" | "existed" | "invited" | null;
  profile: Json;
  user_id: number | null;
  user_name: string;
  user_name_key: Generated<string>;
  version: Generated<number>;
}

export interface OrganisationDirectoryTokens {
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  last_used_at: Timestamp | null;
  made_by: number | null;
  name: string;
  organisation_id: number;
  token_hash: Buffer;
  token_start: string;
}

export interface OrganisationDomains {
  added_at: Generated<Timestamp>;
  code_expires_at: Timestamp | null;
  code_hash: Buffer | null;
  dns_checked_at: Timestamp | null;
  dns_failing_since: Timestamp | null;
  dns_proven_at: Timestamp | null;
  dns_secret: string;
  domain: string;
  id: Generated<number>;
  joining: Generated<"off" | "ask" | "automatically">;
  organisation_id: number;
  proven_at: Timestamp | null;
}

export interface OrganisationInvitations {
  address_key: string | null;
  asked_at: Generated<Timestamp>;
  email: string;
  expires_at: Generated<Timestamp>;
  id: Generated<number>;
  invited_by: number | null;
  message: string | null;
  organisation_id: number;
  role: "owner" | "manager" | "learner";
  secret_hash: Buffer | null;
}

export interface OrganisationOffboardings {
  ended_at: Generated<Timestamp>;
  id: Generated<number>;
  is_last_owner: boolean;
  keys: number;
  name: string;
  organisation_id: number;
  seats: number;
  sessions: number;
  tokens: number;
  user_id: number | null;
  user_name: string;
}

export interface OrganisationPeople {
  joined_at: Generated<Timestamp>;
  organisation_id: number;
  role: "owner" | "manager" | "learner";
  user_id: number;
}

export interface OrganisationRequests {
  asked_at: Generated<Timestamp>;
  organisation_id: number;
  user_id: number;
}

export interface Organisations {
  closed_at: Timestamp | null;
  confirmed_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  credit_currency: string | null;
  credit_limit_minor: Generated<number>;
  erased_at: Timestamp | null;
  id: Generated<number>;
  name: string;
}

export interface OwnedPurchases {
  attempt_id: number | null;
  purchase_id: number | null;
  purchased_at: Timestamp | null;
  resource_id: number | null;
  user_id: number | null;
}

export interface OwnedResources {
  purchase_id: number | null;
  resource_id: number | null;
  user_id: number | null;
}

export interface PasskeyChallenges {
  browser_hash: Buffer;
  challenge_hash: Buffer;
  expires_at: Timestamp;
  purpose: "add" | "sign-in" | "confirm";
  user_id: number | null;
}

export interface Passkeys {
  counter: number;
  created_at: Generated<Timestamp>;
  credential_id: Buffer;
  host: string;
  id: Generated<number>;
  is_syncable: boolean;
  is_synced: boolean;
  last_used_at: Timestamp | null;
  name: string;
  public_key: Buffer;
  transports: string[];
  user_handle: Buffer;
  user_id: number;
}

export interface PathLearners {
  begun_at: Generated<Timestamp>;
  resource_id: number;
  user_id: number;
}

export interface PathReadings {
  first_read_at: Generated<Timestamp>;
  read_at: Generated<Timestamp>;
  resource_id: number;
  step_id: string;
  user_id: number;
}

export interface PaymentAttempts {
  amount_minor: number;
  amount_received_minor: number | null;
  billing: Json | null;
  created_at: Generated<Timestamp>;
  credit_until: Timestamp | null;
  currency: string;
  held_until: Timestamp | null;
  id: Generated<number>;
  invoice_due_at: Timestamp | null;
  invoice_url: string | null;
  is_gift: Generated<boolean>;
  last_snapshot_number: Generated<number>;
  opened_at: Generated<Timestamp>;
  organisation_id: number | null;
  paid_with: string | null;
  promo_code_id: number | null;
  resource_id: number;
  seats: number | null;
  status: Generated<"open" | "superseded" | "succeeded" | "canceled" | "refused">;
  stripe_invoice_id: string | null;
  stripe_payment_intent_id: string | null;
  succeeded_at: Timestamp | null;
  synced_at: Timestamp | null;
  tax: Json | null;
  user_id: number;
}

export interface PaymentFees {
  amount_minor: number;
  attempt_id: number | null;
  charged_at: Timestamp;
  currency: string;
  fee_minor: number;
  id: Generated<number>;
  invoice_id: number | null;
  kind: "payment" | "refund" | "dispute";
  stripe_balance_transaction_id: string;
  tax_minor: Generated<number>;
}

export interface PaymentMethods {
  added_at: Timestamp;
  brand: string | null;
  exp_month: number | null;
  exp_year: number | null;
  is_default: boolean;
  label: Generated<string>;
  last4: string | null;
  stripe_payment_method_id: string;
  type: Generated<string>;
  user_id: number;
}

export interface PdfFacts {
  contents: Generated<Json>;
  file_id: string;
  is_drawable: Generated<boolean>;
  page_count: number | null;
  problem: "locked" | "damaged" | "cut-off" | "empty" | "unreadable" | null;
  read_at: Generated<Timestamp>;
}

export interface PlanSeatPrices {
  from_seats: number;
  plan: "monthly" | "annual";
  price_minor: number;
}

export interface PortalSettings {
  assessment_is_public: boolean | null;
  assistants_may_connect: Generated<boolean>;
  brand_colour: string | null;
  cancel_offer_payments: Generated<number>;
  cancel_offer_percent: number | null;
  catalogue_is_public: boolean | null;
  dark_logo_file_id: string | null;
  favicon_file_id: string | null;
  introduction: ColumnType<ArticleDocument, string, string> | null;
  logo_file_id: string | null;
  only_row: Generated<boolean>;
  pinned_resource_ids: Generated<number[]>;
  privacy_url: string | null;
  product_name: string | null;
  publisher_address: string | null;
  publisher_name: string | null;
  publisher_tax_id: string | null;
  registration: Generated<"open" | "invited" | "domains">;
  registration_domains: Generated<string[]>;
  saved_at: Timestamp | null;
  saved_by: number | null;
  search_synonyms: string[] | null;
  sign_in_text: string | null;
  support_email: string | null;
  tagline: string | null;
  terms_url: string | null;
  unknown_organisations_invite: Generated<boolean>;
  version: Generated<number>;
}

export interface PrivateAddresses {
  code_expires_at: Timestamp | null;
  code_hash: Buffer | null;
  email: string | null;
  new_email: string | null;
  user_id: number;
}

export interface ProfilePictures {
  content: Buffer;
  created_at: Generated<Timestamp>;
  id: string;
  user_id: number;
}

export interface ProgressSessions {
  completion_percentage: Generated<number>;
  finished_at: Timestamp | null;
  id: Generated<number>;
  last_accessed_at: Generated<Timestamp>;
  resource_id: number;
  saved_by_product_id: number | null;
  session_data: ColumnType<Record<string, unknown>, string, string> | null;
  started_at: Timestamp;
  user_id: number;
}

export interface PromoCheckouts {
  created_at: Generated<Timestamp>;
  id: Generated<number>;
  promo_code_id: number;
  status: Generated<"open" | "completed" | "refused" | "expired">;
  stripe_price_id: string;
  stripe_session_id: string | null;
  stripe_subscription_id: string | null;
  synced_at: Timestamp | null;
  trial_days: number;
  url: string | null;
  user_id: number;
}

export interface PromoCodeProducts {
  online_product_id: number;
  position: number;
  promo_code_id: number;
  stripe_plan_id: string;
}

export interface PromoCodes {
  applicable_products: Generated<number[]>;
  code: string;
  created_at: Generated<Timestamp>;
  currency: string;
  deleted_at: Timestamp | null;
  description: string | null;
  discount_amount_minor: number | null;
  discount_basis_points: number | null;
  discount_duration: number | null;
  discount_type: "percentage" | "fixed" | null;
  expires_at: Timestamp | null;
  free_access_days: number;
  id: Generated<number>;
  is_active: Generated<boolean>;
  new_customers_only: Generated<boolean>;
  promo_type: "free_trial" | "discount" | "hybrid";
  trial_duration: number | null;
  updated_at: Generated<Timestamp>;
  usage_limit: number | null;
  used_count: Generated<number>;
}

export interface PromoRedemptions {
  attempt_id: number | null;
  claimed_at: Timestamp | null;
  id: Generated<number>;
  promo_code_id: number | null;
  redeemed_at: Generated<Timestamp>;
  released_at: Timestamp | null;
  stripe_subscription_id: string | null;
  subscription_id: number | null;
  trial_days: number;
  user_id: number;
}

export interface PromoValidations {
  promo_code_id: number;
  user_id: number;
  validated_at: Generated<Timestamp>;
}

export interface Purchases {
  amount_minor: number;
  attempt_id: number;
  currency: string;
  ended_at: Timestamp | null;
  id: Generated<number>;
  is_gift: Generated<boolean>;
  organisation_id: number | null;
  purchased_at: Generated<Timestamp>;
  resource_id: number;
  seats: number | null;
  status: Generated<"paid" | "refunded" | "dispute_lost" | "removed">;
  stripe_payment_intent_id: string | null;
  user_id: number;
}

export interface ReadingPositions {
  length: number;
  position: number;
  saved_at: Generated<Timestamp>;
  session_id: number;
  unit: "page" | "second" | "block";
}

export interface ReconciliationDiscrepancies {
  details: string;
  first_run_id: number;
  found_at: Generated<Timestamp>;
  id: Generated<number>;
  kind: string;
  last_run_id: number;
  outcome: string;
  seen_at: Generated<Timestamp>;
  subject: string;
  user_id: number | null;
}

export interface ReconciliationRuns {
  compared: ColumnType<Record<string, number>, string, string>;
  finished_at: Timestamp | null;
  id: Generated<number>;
  last_error: string | null;
  started_at: Generated<Timestamp>;
}

export interface RecoveryCodes {
  code_hash: Buffer;
  id: Generated<number>;
  used_at: Timestamp | null;
  user_id: number;
}

export interface RecurringChanges {
  change_minor: number;
  changed_at: Generated<Timestamp>;
  currency: string;
  id: Generated<number>;
  kind: "new" | "returned" | "expansion" | "contraction" | "churn";
  subscription_id: number;
}

export interface RefundRequests {
  answer: string | null;
  created_at: Generated<Timestamp>;
  decided_at: Timestamp | null;
  decided_by: number | null;
  id: Generated<number>;
  invoice_id: number;
  reason: string;
  status: Generated<"open" | "granted" | "declined">;
  user_id: number;
}

export interface Refunds {
  amount_minor: number;
  attempt_id: number | null;
  created_at: Generated<Timestamp>;
  currency: string | null;
  id: Generated<number>;
  invoice_id: number | null;
  last_error: string | null;
  ordered_by: number | null;
  reason: "duplicate" | "administrator" | "guarantee" | "at_provider";
  status: "due" | "pending" | "succeeded" | "failed" | "canceled" | "refused";
  stripe_refund_id: string | null;
  updated_at: Generated<Timestamp>;
}

export interface ResourceAudienceCounts {
  access_type: string;
  audience: string;
  principles_bits: number;
  resources: number;
  type: string;
}

export interface ResourceCounts {
  access_type: string;
  principles_bits: number;
  resources: number;
  type: string;
}

export interface ResourceDays {
  bought: Generated<number>;
  day: string;
  finished: Generated<number>;
  opened: Generated<number>;
  resource_id: number;
}

export interface Resources {
  access_type: "free" | "purchase" | "subscription";
  annual_price_minor: number | null;
  content_version: Generated<number>;
  created_at: Generated<Timestamp>;
  currency: string;
  description: string;
  estimated_duration: number | null;
  featured_image_url: string | null;
  file_id: string | null;
  file_link: string | null;
  file_title: string | null;
  id: Generated<number>;
  includes_later_parts: Generated<boolean>;
  instructional_video_url: string | null;
  is_listed: GeneratedAlways<boolean> | null;
  is_published: Generated<boolean>;
  monthly_price_minor: number | null;
  online_product_id: number | null;
  path: Json | null;
  price_minor: number | null;
  principles_bits: GeneratedAlways<number> | null;
  publish_at: Timestamp | null;
  rapp_implementation_phase: ColumnType<RappPhase[], string[] | undefined, string[]>;
  rapp_principles: ColumnType<RappPrinciple[], string[] | undefined, string[]>;
  reading_minutes: number | null;
  role_affiliations: ColumnType<RoleAffiliation[], string[] | undefined, string[]>;
  sample_pages: Generated<number>;
  search_tags: GeneratedAlways<string> | null;
  search_text: GeneratedAlways<string> | null;
  shown_price_minor: GeneratedAlways<number> | null;
  slideshow_images: Generated<string[]>;
  slideshow_texts: Generated<string[]>;
  stripe_product_id: string | null;
  subscription_benefits: Generated<string[]>;
  tags: Generated<string[]>;
  thumbnail_url: string | null;
  title: string;
  title_order: GeneratedAlways<string> | null;
  trial_days: number | null;
  trial_needs_card: Generated<boolean>;
  type: "online_tool" | "template" | "downloadable_template" | "book" | "report" | "insight" | "newsletter" | "article" | "bundle" | "path" | "other";
  unlisted_at: Timestamp | null;
  updated_at: Generated<Timestamp>;
  video_access: Generated<"preview" | "content">;
  video_url: string | null;
  withdrawn_at: Timestamp | null;
}

export interface ResourceWeeks {
  bought: number;
  finished: number;
  opened: number;
  resource_id: number;
  week: string;
}

export interface SavedResources {
  resource_id: number;
  saved_at: Generated<Timestamp>;
  user_id: number;
}

export interface SearchWords {
  resources: number;
  stem: Generated<string>;
  word: string;
}

export interface SeatLots {
  attempt_id: number | null;
  created_at: Generated<Timestamp>;
  ends_at: Timestamp | null;
  given_by: number | null;
  id: Generated<number>;
  organisation_id: number;
  pauses_at: Timestamp | null;
  purchase_id: number | null;
  reason: string;
  resource_id: number | null;
  seats: number;
  subscription_id: number | null;
}

export interface SeatPrices {
  from_seats: number;
  price_minor: number;
  resource_id: number;
}

export interface Seats {
  assigned_at: Timestamp | null;
  id: Generated<number>;
  lot_id: number;
  moved_at: Timestamp | null;
  returned_at: Timestamp | null;
  user_id: number | null;
}

export interface SecondFactors {
  created_at: Generated<Timestamp>;
  last_step: Generated<number>;
  sealed_secret: Buffer;
  user_id: number;
}

export interface SignInFailures {
  blocked_until: Timestamp;
  email_hash: Buffer;
  failures: number;
  last_failed_at: Timestamp;
}

export interface SignInSessions {
  created_at: Generated<Timestamp>;
  device_hash: Buffer | null;
  former_visit_at: Timestamp | null;
  id: Generated<number>;
  ip: string;
  last_seen_at: Generated<Timestamp>;
  revoked_at: Timestamp | null;
  signed_in_at: Generated<Timestamp>;
  token_hash: Buffer;
  user_agent: string | null;
  user_id: number;
}

export interface StripeCustomers {
  created_at: Generated<Timestamp>;
  generation: Generated<number>;
  last_snapshot_number: Generated<number>;
  stripe_customer_id: string | null;
  synced_at: Timestamp | null;
  user_id: number;
}

export interface StripeEvents {
  id: string;
  last_error: string | null;
  object_id: string;
  parked_at: Timestamp | null;
  processed_at: Timestamp | null;
  received_at: Generated<Timestamp>;
  type: string;
}

export interface StripePrices {
  amount_minor: number;
  created_at: Generated<Timestamp>;
  currency: string;
  generation: Generated<number>;
  id: Generated<number>;
  plan: "monthly" | "annual";
  product_id: number;
  stripe_price_id: string | null;
  tax_behavior: Generated<"unspecified" | "inclusive" | "exclusive">;
}

export interface StripeProducts {
  created_at: Generated<Timestamp>;
  generation: Generated<number>;
  id: Generated<number>;
  name: string | null;
  resource_id: number | null;
  stripe_product_id: string | null;
}

export interface SubscriptionBlocks {
  blocked_by: number | null;
  created_at: Generated<Timestamp>;
  reason: string;
  resource_id: number;
  user_id: number;
}

export interface Subscriptions {
  amount_minor: number;
  begins_with: Generated<"payment" | "credit" | "trial" | "checkout">;
  billing: Json | null;
  billing_day: number | null;
  cancel_at: Timestamp | null;
  cancel_at_period_end: Generated<boolean>;
  cancel_comment: string | null;
  cancel_reason: string | null;
  cancelled_at: Timestamp | null;
  checkout_url: string | null;
  created_at: Generated<Timestamp>;
  credit_held_minor: number | null;
  credit_held_until: Timestamp | null;
  credit_until: Timestamp | null;
  currency: string;
  current_period_end: Timestamp | null;
  current_period_start: Timestamp | null;
  discount_amount_minor: number | null;
  discount_basis_points: number | null;
  discount_duration: "once" | "repeating" | "forever" | null;
  discount_ends_at: Timestamp | null;
  ended_at: Timestamp | null;
  grace_ends_at: Timestamp | null;
  id: Generated<number>;
  invoice_due_at: Timestamp | null;
  invoice_url: string | null;
  is_duplicate: Generated<boolean>;
  is_payment_processing: Generated<boolean>;
  last_snapshot_number: Generated<number>;
  opened_at: Generated<Timestamp>;
  order_id: number | null;
  organisation_id: number | null;
  owed_minor: number | null;
  pause_ends_at: Timestamp | null;
  pause_starts_at: Timestamp | null;
  pending_amount_minor: number | null;
  pending_plan: "monthly" | "annual" | null;
  pending_plan_at: Timestamp | null;
  pending_seats: number | null;
  plan: "monthly" | "annual" | null;
  product_name: string | null;
  promo_code_id: number | null;
  resource_id: number | null;
  seats: number | null;
  sent_at: Timestamp | null;
  started_at: Timestamp | null;
  status: Generated<string>;
  stripe_customer_id: string | null;
  stripe_price_id: string | null;
  stripe_product_id: string | null;
  stripe_schedule_id: string | null;
  stripe_session_id: string | null;
  stripe_subscription_id: string | null;
  suspended_at: Timestamp | null;
  suspended_by: number | null;
  suspended_reason: string | null;
  synced_at: Timestamp | null;
  tax_basis: string | null;
  tax_mode: "inclusive" | "exclusive" | null;
  trial_days: Generated<number>;
  trial_end: Timestamp | null;
  user_id: number;
}

export interface SubscriptionStates {
  id: Generated<number>;
  seen_at: Generated<Timestamp>;
  snapshot_number: number;
  status: string;
  subscription_id: number;
}

export interface ToolTokens {
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  id: Generated<number>;
  online_product_id: number;
  resource_id: number;
  sign_in_id: number;
  token_hash: Buffer;
}

export interface TrialClaims {
  created_at: Generated<Timestamp>;
  hash: Buffer;
  redemption_id: number;
}

export interface UnclaimedBlobs {
  id: string;
  since: Generated<Timestamp>;
}

export interface Users {
  activity_tracking: Generated<boolean>;
  address_key: string | null;
  arrival_host: string | null;
  arrival_landing: "catalogue" | "resource" | "assessment" | null;
  created_at: Generated<Timestamp>;
  credentials_changed_at: Generated<Timestamp>;
  data_collection: Generated<boolean>;
  deleted_at: Timestamp | null;
  email: string;
  email_updates: Generated<boolean>;
  email_verified_at: Timestamp | null;
  first_name: string;
  first_paid_on: string | null;
  goal: "set_rules" | "choose_supplier" | "prepare_team" | "check_system" | "look_around" | null;
  hides_first_steps: Generated<boolean>;
  id: Generated<number>;
  is_invited: Generated<boolean>;
  last_name: string;
  marketing_emails: Generated<boolean>;
  organization: string | null;
  password_hash: string | null;
  profile_image_url: string | null;
  profile_visible: Generated<boolean>;
  resource_alerts: Generated<boolean>;
  role: Generated<"user" | "administrator">;
  role_affiliation: "executive_leader" | "people_capability_lead" | "technical_lead_ai_ml_data" | "legal_risk_compliance" | "end_user_frontline_staff" | "policy_public_interest_lead" | "product_service_owner" | "project_manager" | null;
  search_text: GeneratedAlways<string>;
  security_alerts: Generated<boolean>;
  skips_role_question: Generated<boolean>;
  time_zone: string | null;
  two_factor_enabled_at: Timestamp | null;
  updated_at: Generated<Timestamp>;
  was_verified: Generated<boolean>;
}

export interface VisitDays {
  day: string;
  host: string;
  landing: "catalogue" | "resource" | "assessment";
  visits: number;
}

export interface VoidedQuestions {
  question_id: string;
  reason: string;
  resource_id: number;
  version: number;
  voided_at: Generated<Timestamp>;
  voided_by: number;
}

export interface WebAssets {
  bytes: Buffer;
  name: string;
  superseded_at: Timestamp | null;
}

export interface WebhookDeliveries {
  attempts: Generated<number>;
  created_at: Generated<Timestamp>;
  duration_ms: number | null;
  error: string | null;
  event_id: number;
  id: Generated<number>;
  last_at: Timestamp | null;
  next_at: Generated<Timestamp>;
  response: string | null;
  response_status: number | null;
  response_type: string | null;
  sent_path: string | null;
  signed_at: Timestamp | null;
  status: Generated<"waiting" | "delivered" | "failed" | "skipped">;
  webhook_id: number;
}

export interface Webhooks {
  created_at: Generated<Timestamp>;
  description: string | null;
  failing_since: Timestamp | null;
  former_secret: Buffer | null;
  former_secret_until: Timestamp | null;
  id: Generated<number>;
  last_delivered_at: Timestamp | null;
  last_failed_at: Timestamp | null;
  off_reason: "switched-off" | "gone" | "failing" | "restored" | null;
  organisation_id: number | null;
  paused_until: Timestamp | null;
  sealed_secret: Buffer;
  secret_rotated_at: Timestamp | null;
  types: string[];
  updated_at: Generated<Timestamp>;
  url: string;
  warned_at: Timestamp | null;
}

export interface Tables {
  access_grants: AccessGrants;
  account_links: AccountLinks;
  analytics_changes: AnalyticsChanges;
  analytics_days: AnalyticsDays;
  analytics_lines: AnalyticsLines;
  api_keys: ApiKeys;
  articles: Articles;
  assessment_attempts: AssessmentAttempts;
  assessment_plan_entries: AssessmentPlanEntries;
  assessment_round_answers: AssessmentRoundAnswers;
  assessment_round_group_people: AssessmentRoundGroupPeople;
  assessment_round_people: AssessmentRoundPeople;
  assessment_round_plan: AssessmentRoundPlan;
  assessment_round_sets: AssessmentRoundSets;
  assessment_round_shown: AssessmentRoundShown;
  assessment_rounds: AssessmentRounds;
  assignments: Assignments;
  assistant_calls: AssistantCalls;
  assistant_clients: AssistantClients;
  assistant_grants: AssistantGrants;
  assistant_tokens: AssistantTokens;
  audit_log: AuditLog;
  badge_keys: BadgeKeys;
  badge_status_lists: BadgeStatusLists;
  badges: Badges;
  billing_details: BillingDetails;
  bundle_parts: BundleParts;
  cancel_offers: CancelOffers;
  catalogue_import_problems: CatalogueImportProblems;
  catalogue_import_rows: CatalogueImportRows;
  catalogue_imports: CatalogueImports;
  catalogue_version: CatalogueVersion;
  certificates: Certificates;
  check_allowances: CheckAllowances;
  check_attempts: CheckAttempts;
  check_question_counts: CheckQuestionCounts;
  check_version_counts: CheckVersionCounts;
  completions: Completions;
  confirm_codes: ConfirmCodes;
  connection_domains: ConnectionDomains;
  connection_emergency_owners: ConnectionEmergencyOwners;
  connection_errands: ConnectionErrands;
  connection_identities: ConnectionIdentities;
  connection_logouts: ConnectionLogouts;
  connection_pending: ConnectionPending;
  connection_sessions: ConnectionSessions;
  connection_tests: ConnectionTests;
  connections: Connections;
  content_versions: ContentVersions;
  data_exports: DataExports;
  disputes: Disputes;
  document_numbers: DocumentNumbers;
  documents: Documents;
  drawn_pages: DrawnPages;
  empty_searches: EmptySearches;
  events: Events;
  files: Files;
  former_customers: FormerCustomers;
  gifts: Gifts;
  held_seats: HeldSeats;
  identities: Identities;
  installation: Installation;
  invoices: Invoices;
  knowledge_check_versions: KnowledgeCheckVersions;
  knowledge_checks: KnowledgeChecks;
  limit_counters: LimitCounters;
  listed_resources: ListedResources;
  mail_keys: MailKeys;
  mails: Mails;
  member_notes: MemberNotes;
  news: News;
  nodes: Nodes;
  online_products: OnlineProducts;
  order_consents: OrderConsents;
  organisation_absences: OrganisationAbsences;
  organisation_directory_people: OrganisationDirectoryPeople;
  organisation_directory_tokens: OrganisationDirectoryTokens;
  organisation_domains: OrganisationDomains;
  organisation_invitations: OrganisationInvitations;
  organisation_offboardings: OrganisationOffboardings;
  organisation_people: OrganisationPeople;
  organisation_requests: OrganisationRequests;
  organisations: Organisations;
  owned_purchases: OwnedPurchases;
  owned_resources: OwnedResources;
  passkey_challenges: PasskeyChallenges;
  passkeys: Passkeys;
  path_learners: PathLearners;
  path_readings: PathReadings;
  payment_attempts: PaymentAttempts;
  payment_fees: PaymentFees;
  payment_methods: PaymentMethods;
  pdf_facts: PdfFacts;
  plan_seat_prices: PlanSeatPrices;
  portal_settings: PortalSettings;
  private_addresses: PrivateAddresses;
  profile_pictures: ProfilePictures;
  progress_sessions: ProgressSessions;
  promo_checkouts: PromoCheckouts;
  promo_code_products: PromoCodeProducts;
  promo_codes: PromoCodes;
  promo_redemptions: PromoRedemptions;
  promo_validations: PromoValidations;
  purchases: Purchases;
  reading_positions: ReadingPositions;
  reconciliation_discrepancies: ReconciliationDiscrepancies;
  reconciliation_runs: ReconciliationRuns;
  recovery_codes: RecoveryCodes;
  recurring_changes: RecurringChanges;
  refund_requests: RefundRequests;
  refunds: Refunds;
  resource_audience_counts: ResourceAudienceCounts;
  resource_counts: ResourceCounts;
  resource_days: ResourceDays;
  resource_weeks: ResourceWeeks;
  resources: Resources;
  saved_resources: SavedResources;
  search_words: SearchWords;
  seat_lots: SeatLots;
  seat_prices: SeatPrices;
  seats: Seats;
  second_factors: SecondFactors;
  sign_in_failures: SignInFailures;
  sign_in_sessions: SignInSessions;
  stripe_customers: StripeCustomers;
  stripe_events: StripeEvents;
  stripe_prices: StripePrices;
  stripe_products: StripeProducts;
  subscription_blocks: SubscriptionBlocks;
  subscription_states: SubscriptionStates;
  subscriptions: Subscriptions;
  tool_tokens: ToolTokens;
  trial_claims: TrialClaims;
  unclaimed_blobs: UnclaimedBlobs;
  users: Users;
  visit_days: VisitDays;
  voided_questions: VoidedQuestions;
  web_assets: WebAssets;
  webhook_deliveries: WebhookDeliveries;
  webhooks: Webhooks;
}

export const columns: { readonly [Table in keyof Tables]: readonly (keyof Tables[Table] & string)[] } = {
  access_grants: ["id","user_id","resource_id","reason","granted_by","created_at","expires_at","is_active"],
  account_links: ["id","user_id","purpose","token_hash","created_at","expires_at","used_at","moves_to"],
  analytics_changes: ["id","source","subject","day"],
  analytics_days: ["day","currency","kind","amount_minor"],
  analytics_lines: ["id","source","payment_id","day","kind","amount_minor","currency","resource_id","country","tax_minor","is_dispute"],
  api_keys: ["id","kind","user_id","organisation_id","name","token_hash","token_start","scopes","connection_id","expires_at","last_used_on","last_used_network","left_at","created_at","made_by"],
  articles: ["resource_id","document","updated_at"],
  assessment_attempts: ["id","user_id","resource_id","started_at","content_version","answers","scope","assessed_on","created_at","updated_at"],
  assessment_plan_entries: ["attempt_id","action_id","owner","due_on","done_at"],
  assessment_round_answers: ["round_id","user_id","answers","answered_at"],
  assessment_round_group_people: ["round_id","position","user_id"],
  assessment_round_people: ["round_id","user_id","told_on"],
  assessment_round_plan: ["round_id","action_id","owner_id","due_on","status"],
  assessment_round_sets: ["round_id","position","name","answered","counts"],
  assessment_round_shown: ["round_id","position","user_id"],
  assessment_rounds: ["id","organisation_id","title","content_version","closes_on","created_at","closed_at","invited","answered"],
  assignments: ["id","organisation_id","user_id","resource_id","due_on","refresh_months","asks_confirmation","made_at","made_by","ended_at","completion_id","completed_at","begun_at","reminded_for","reminders","reminded_on","valid_until","due_by"],
  assistant_calls: ["id","user_id","tool","resource_id","client","called_at"],
  assistant_clients: ["id","client_id","name","redirect_uris","read_at","used_at","created_at"],
  assistant_grants: ["id","user_id","client_id","scopes","resource","connection_id","code_hash","code_challenge","redirect_uri","code_expires_at","exchanged_at","last_used_on","last_used_network","created_at"],
  assistant_tokens: ["token_hash","grant_id","kind","scopes","expires_at","rotated_at"],
  audit_log: ["id","happened_at","actor_user_id","action","object","object_id","before","after","ip","request_id","member_user_id","user_agent","search_text","key_id"],
  badge_keys: ["id","public_key","sealed_key","created_at","retired_at"],
  badge_status_lists: ["id","created_at"],
  badges: ["id","certificate_id","credential_id","issuer","status_list_id","status_index","shows_name","proves_address","is_shared","credential","issued_at","superseded_at"],
  billing_details: ["user_id","company_name","line1","line2","city","postcode","country","purchase_order","tax_id_type","tax_id","stripe_tax_id","tax_id_status","updated_at"],
  bundle_parts: ["id","bundle_id","resource_id","position","added_at","removed_at"],
  cancel_offers: ["id","user_id","subscription_id","reason","percent_off","payments","shown_at","accepted_at","applied_at"],
  catalogue_import_problems: ["id","import_id","line","field","value","sentence","severity"],
  catalogue_import_rows: ["import_id","line","resource_id","seen_at","resource"],
  catalogue_imports: ["id","file_name","format","bytes","blob_id","state","run","user_id","created_at","touched_at","finished_at","progress_done","progress_total","row_count","new_count","changed_count","unchanged_count","problem_count","warning_count","failure","key_id"],
  catalogue_version: ["only_row","version"],
  certificates: ["id","user_id","completion_id","organisation_id","organisation_name","holder_name","resource_id","resource_title","content_version","completed_at","code","shows_name","issued_at","expires_at","revoked_at"],
  check_allowances: ["user_id","resource_id","further_attempts","extra_minutes"],
  check_attempts: ["id","user_id","resource_id","version","day","is_further","seed","drawn","pass_mark","answers","started_at","due_at","handed_in_at","is_by_server","right_questions","awarded_questions","points","percent","passed","completion_id","counted_at"],
  check_question_counts: ["resource_id","version","question_id","attempts","right_answers"],
  check_version_counts: ["resource_id","version","attempts","passed"],
  completions: ["id","user_id","resource_id","content_version","completed_at","confirmed_at","asked_at","scored_at"],
  confirm_codes: ["user_id","code_hash","expires_at"],
  connection_domains: ["domain_id","connection_id","domain"],
  connection_emergency_owners: ["connection_id","user_id"],
  connection_errands: ["state_hash","browser_hash","connection_id","purpose","return_to","user_id","asked_at"],
  connection_identities: ["id","connection_id","user_id","issuer","subject","email","object_id","linked_at"],
  connection_logouts: ["connection_id","token_id_hash","received_at"],
  connection_pending: ["token_hash","connection_id","kind","user_id","issuer","subject","email","object_id","provider_sid","spares_factor","return_to","mail_hash","asked_at","sealed_id_token"],
  connection_sessions: ["session_id","connection_id","through","subject","provider_sid","ends_at","sealed_id_token"],
  connection_tests: ["connection_id","user_id","tested_at","works","result"],
  connections: ["id","organisation_id","name","slug","state","issuer","client_id","auth_method","sealed_secret","secret_saved_at","secret_ends_on","secret_mailed_days","sealed_key","public_key","certificate","scopes","email_claim","first_name_claim","last_name_claim","vouches","accepts_unverified","spares_second_factor","session_hours","directory_claim","is_operators","sends_logouts","end_session_address","activated_at","enforced_at","enforced_by","created_at","updated_at"],
  content_versions: ["number","words","assessment","assessment_version","published_at","published_by"],
  data_exports: ["id","user_id","requested_at","blob_id","bytes","token_hash","ready_at","expires_at","failed_at"],
  disputes: ["stripe_dispute_id","attempt_id","amount_minor","currency","reason","status","created_at","updated_at","invoice_id","lost_at","due_by"],
  document_numbers: ["kind","year","last_number","skipped"],
  documents: ["id","kind","year","number","user_id","attempt_id","invoice_id","refund_id","seller","buyer","lines","taxes","country","currency","tax_minor","total_minor","payment_reference","paid_at","issued_at","time_zone"],
  drawn_pages: ["file_id","page","image_id","text"],
  empty_searches: ["day","text","searches","closest"],
  events: ["id","type","organisation_id","data","happened_at","spread_at"],
  files: ["id","kind","name","title","content_type","bytes","sha256","uploaded_by","created_at","width_pixels","height_pixels"],
  former_customers: ["hash","created_at"],
  gifts: ["id","attempt_id","user_id","email","message","deliver_on","secret_hash","mails_sent","sent_at","redeemed_by","redeemed_at","created_at","verifies_address"],
  held_seats: ["user_id","seat_id","organisation_id","resource_id"],
  identities: ["id","user_id","issuer","subject","email","created_at","picture_asked_at"],
  installation: ["only_row","id","former_ids","demo_seeded_at","assessment_added_at","secret_check"],
  invoices: ["id","user_id","stripe_invoice_id","stripe_subscription_id","number","status","billing_reason","description","total_minor","tax_minor","paid_minor","currency","period_start","period_end","stripe_payment_intent_id","hosted_url","pdf_url","attempt_count","next_attempt_at","issued_at","paid_at","last_snapshot_number","synced_at","due_minor","open_payment"],
  knowledge_check_versions: ["resource_id","version","content","published_at","published_by"],
  knowledge_checks: ["resource_id","draft","updated_at","version"],
  limit_counters: ["key","window_start","hits","expires_at"],
  listed_resources: ["resource_id","week"],
  mail_keys: ["dedupe_key","created_at"],
  mails: ["id","dedupe_key","recipient","subject","text_body","html_body","created_at","sent_at","parked_at","last_error","unsubscribe_url","user_id"],
  member_notes: ["id","user_id","author_id","text","created_at"],
  news: ["id","subject","text","sent_by","created_at","last_user_id","recipient_count","finished_at"],
  nodes: ["id","name","role","version","started_at","seen_at","failing"],
  online_products: ["id","name","description","slug","tool_type","configuration","is_active","created_at","updated_at","opening"],
  order_consents: ["id","user_id","attempt_id","subscription_id","promo_checkout_id","text_version","given_at"],
  organisation_absences: ["user_id","organisation_id","since","has_left","address_keys","identity_keys"],
  organisation_directory_people: ["id","organisation_id","user_id","user_name","user_name_key","external_id","email","address_key","profile","is_active","outcome","version","created_at","changed_at"],
  organisation_directory_tokens: ["id","organisation_id","name","token_start","token_hash","made_by","created_at","last_used_at"],
  organisation_domains: ["id","organisation_id","domain","dns_secret","code_hash","code_expires_at","joining","added_at","proven_at","dns_proven_at","dns_checked_at","dns_failing_since"],
  organisation_invitations: ["id","organisation_id","email","role","secret_hash","asked_at","expires_at","invited_by","address_key","message"],
  organisation_offboardings: ["id","organisation_id","user_id","user_name","name","ended_at","sessions","seats","keys","tokens","is_last_owner"],
  organisation_people: ["user_id","organisation_id","role","joined_at"],
  organisation_requests: ["user_id","organisation_id","asked_at"],
  organisations: ["id","name","created_at","closed_at","credit_limit_minor","credit_currency","confirmed_at","erased_at"],
  owned_purchases: ["user_id","purchase_id","resource_id","attempt_id","purchased_at"],
  owned_resources: ["user_id","resource_id","purchase_id"],
  passkey_challenges: ["challenge_hash","browser_hash","purpose","user_id","expires_at"],
  passkeys: ["id","user_id","credential_id","public_key","user_handle","host","name","counter","transports","is_syncable","is_synced","created_at","last_used_at"],
  path_learners: ["user_id","resource_id","begun_at"],
  path_readings: ["user_id","resource_id","step_id","first_read_at","read_at"],
  payment_attempts: ["id","user_id","resource_id","amount_minor","currency","status","stripe_payment_intent_id","amount_received_minor","last_snapshot_number","created_at","opened_at","synced_at","succeeded_at","promo_code_id","held_until","tax","is_gift","organisation_id","seats","billing","stripe_invoice_id","invoice_url","invoice_due_at","credit_until","paid_with"],
  payment_fees: ["id","stripe_balance_transaction_id","attempt_id","invoice_id","kind","amount_minor","fee_minor","tax_minor","currency","charged_at"],
  payment_methods: ["stripe_payment_method_id","user_id","brand","last4","exp_month","exp_year","is_default","added_at","type","label"],
  pdf_facts: ["file_id","page_count","contents","is_drawable","read_at","problem"],
  plan_seat_prices: ["plan","from_seats","price_minor"],
  portal_settings: ["only_row","product_name","tagline","sign_in_text","support_email","terms_url","privacy_url","publisher_name","publisher_address","publisher_tax_id","brand_colour","logo_file_id","dark_logo_file_id","favicon_file_id","catalogue_is_public","assessment_is_public","registration","registration_domains","version","saved_at","saved_by","search_synonyms","cancel_offer_percent","cancel_offer_payments","introduction","pinned_resource_ids","unknown_organisations_invite","assistants_may_connect"],
  private_addresses: ["user_id","email","new_email","code_hash","code_expires_at"],
  profile_pictures: ["user_id","id","content","created_at"],
  progress_sessions: ["id","user_id","resource_id","started_at","last_accessed_at","completion_percentage","session_data","saved_by_product_id","finished_at"],
  promo_checkouts: ["id","promo_code_id","user_id","trial_days","stripe_price_id","status","stripe_session_id","url","stripe_subscription_id","created_at","synced_at"],
  promo_code_products: ["promo_code_id","online_product_id","position","stripe_plan_id"],
  promo_codes: ["id","code","description","promo_type","free_access_days","trial_duration","discount_type","discount_basis_points","discount_amount_minor","currency","discount_duration","applicable_products","is_active","usage_limit","used_count","expires_at","created_at","updated_at","deleted_at","new_customers_only"],
  promo_redemptions: ["id","promo_code_id","user_id","trial_days","subscription_id","stripe_subscription_id","redeemed_at","released_at","claimed_at","attempt_id"],
  promo_validations: ["user_id","promo_code_id","validated_at"],
  purchases: ["id","user_id","resource_id","attempt_id","amount_minor","currency","stripe_payment_intent_id","status","purchased_at","ended_at","is_gift","organisation_id","seats"],
  reading_positions: ["session_id","unit","position","length","saved_at"],
  reconciliation_discrepancies: ["id","kind","subject","user_id","details","outcome","first_run_id","last_run_id","found_at","seen_at"],
  reconciliation_runs: ["id","started_at","finished_at","compared","last_error"],
  recovery_codes: ["id","user_id","code_hash","used_at"],
  recurring_changes: ["id","subscription_id","kind","change_minor","currency","changed_at"],
  refund_requests: ["id","user_id","invoice_id","reason","status","answer","decided_by","created_at","decided_at"],
  refunds: ["id","attempt_id","amount_minor","currency","reason","status","stripe_refund_id","created_at","updated_at","invoice_id","last_error","ordered_by"],
  resource_audience_counts: ["type","access_type","principles_bits","audience","resources"],
  resource_counts: ["type","access_type","principles_bits","resources"],
  resource_days: ["resource_id","day","opened","bought","finished"],
  resource_weeks: ["week","resource_id","opened","bought","finished"],
  resources: ["id","title","description","type","access_type","price_minor","monthly_price_minor","annual_price_minor","currency","estimated_duration","online_product_id","stripe_product_id","thumbnail_url","featured_image_url","file_id","file_title","video_url","tags","role_affiliations","rapp_principles","rapp_implementation_phase","slideshow_images","instructional_video_url","subscription_benefits","is_published","withdrawn_at","created_at","updated_at","is_listed","principles_bits","shown_price_minor","title_order","reading_minutes","publish_at","slideshow_texts","includes_later_parts","trial_days","trial_needs_card","search_text","search_tags","content_version","sample_pages","file_link","video_access","path","unlisted_at"],
  saved_resources: ["user_id","resource_id","saved_at"],
  search_words: ["word","resources","stem"],
  seat_lots: ["id","organisation_id","resource_id","seats","reason","given_by","created_at","ends_at","purchase_id","attempt_id","pauses_at","subscription_id"],
  seat_prices: ["resource_id","from_seats","price_minor"],
  seats: ["id","lot_id","user_id","assigned_at","returned_at","moved_at"],
  second_factors: ["user_id","sealed_secret","last_step","created_at"],
  sign_in_failures: ["email_hash","failures","last_failed_at","blocked_until"],
  sign_in_sessions: ["id","user_id","token_hash","created_at","signed_in_at","last_seen_at","ip","user_agent","revoked_at","device_hash","former_visit_at"],
  stripe_customers: ["user_id","stripe_customer_id","generation","created_at","last_snapshot_number","synced_at"],
  stripe_events: ["id","type","object_id","received_at","processed_at","parked_at","last_error"],
  stripe_prices: ["id","product_id","plan","amount_minor","currency","stripe_price_id","generation","created_at","tax_behavior"],
  stripe_products: ["id","resource_id","stripe_product_id","name","generation","created_at"],
  subscription_blocks: ["user_id","resource_id","reason","blocked_by","created_at"],
  subscription_states: ["id","subscription_id","status","snapshot_number","seen_at"],
  subscriptions: ["id","user_id","resource_id","plan","amount_minor","currency","stripe_subscription_id","stripe_customer_id","stripe_product_id","stripe_price_id","product_name","status","cancel_at_period_end","cancel_at","current_period_start","current_period_end","trial_end","ended_at","grace_ends_at","suspended_at","suspended_by","suspended_reason","is_duplicate","last_snapshot_number","created_at","opened_at","synced_at","started_at","is_payment_processing","stripe_schedule_id","pending_plan","pending_amount_minor","pending_plan_at","begins_with","trial_days","promo_code_id","stripe_session_id","checkout_url","tax_basis","tax_mode","pause_starts_at","pause_ends_at","cancelled_at","cancel_reason","cancel_comment","discount_basis_points","discount_amount_minor","discount_duration","discount_ends_at","organisation_id","seats","order_id","pending_seats","billing","owed_minor","invoice_url","invoice_due_at","credit_until","sent_at","credit_held_minor","credit_held_until","billing_day"],
  tool_tokens: ["id","token_hash","sign_in_id","resource_id","online_product_id","created_at","expires_at"],
  trial_claims: ["hash","redemption_id","created_at"],
  unclaimed_blobs: ["id","since"],
  users: ["id","email","password_hash","first_name","last_name","organization","profile_image_url","role","email_verified_at","email_updates","resource_alerts","security_alerts","marketing_emails","profile_visible","activity_tracking","data_collection","credentials_changed_at","created_at","updated_at","deleted_at","two_factor_enabled_at","search_text","is_invited","arrival_landing","arrival_host","first_paid_on","role_affiliation","goal","skips_role_question","hides_first_steps","was_verified","time_zone","address_key"],
  visit_days: ["day","landing","host","visits"],
  voided_questions: ["resource_id","version","question_id","reason","voided_at","voided_by"],
  web_assets: ["name","bytes","superseded_at"],
  webhook_deliveries: ["id","webhook_id","event_id","status","attempts","next_at","last_at","duration_ms","response_status","response","error","created_at","sent_path","signed_at","response_type"],
  webhooks: ["id","organisation_id","url","description","types","sealed_secret","former_secret","former_secret_until","off_reason","failing_since","last_failed_at","warned_at","paused_until","last_delivered_at","created_at","updated_at","secret_rotated_at"],
};
