import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { PortalConfig } from '#contract/identity/settings.ts';
import type { SystemCheck } from '#contract/operations/system.ts';
import type { CatalogueVersion } from '../catalogue/catalogue/version-actions.ts';
import type { Contents } from '../catalogue/content/actions.ts';
import type { KeyCaller } from '../identity/api-keys/actions.ts';
import type { Providers } from '../identity/connections/provider-actions.ts';
import type { BrandPicture, PortalSettings } from '../identity/settings/actions.ts';
import type { IdentityProvider } from '../identity/sign-in/identity-provider.ts';
import type { Actor, Context, MemberContext } from '../platform/context.ts';
import type { Database } from '../platform/database/db.ts';
import type { LookUpTxt } from '../platform/dns.ts';
import type { Blobs } from '../platform/files/blobs.ts';
import type { PrintedBrand } from '../platform/files/pdf.ts';
import type { RemovalList } from '../platform/files/removals.ts';
import type { Limit, Limiter } from '../platform/http/limits.ts';
import type { PageRule, WebApp } from '../platform/http/web-app.ts';
import type { Tasks } from '../platform/jobs/jobs.ts';
import type { LaneOf, Lanes } from '../platform/jobs/lanes.ts';
import type { OutboundCalls } from '../platform/outbound.ts';
import type { Sealer } from '../platform/security/sealing.ts';
import type { StripeGateway } from '../platform/stripe/gateway.ts';
import type { Metrics } from '../platform/telemetry/metrics.ts';
import type { Version } from '../platform/telemetry/version.ts';
import type { Env } from './env.ts';

export type JobServices = {
  env: Env;
  database: Database;
  /** The store of uploaded files. */
  blobs: Blobs;
  /** The list of removals that a restored database must not undo. */
  removals: RemovalList;
  /** Encrypts second factors and other secrets in the database, and makes keyed fingerprints, for example of links. */
  sealer: Sealer;
  /** Calls URLs that people choose. */
  outbound: OutboundCalls;
  /** Reads DNS records that prove a domain. */
  lookUpTxt: LookUpTxt;
};

/** Services of jobs that call Stripe. */
export type PaymentJobServices = JobServices & { stripe: StripeGateway };

/** Services that the program passes to the app; tests replace the outside ones by stand-ins. */
export type AppServices = JobServices & {
  logger: FastifyBaseLogger;
  version: Version;
  /** Data with which browsers pay; null when paid actions are off. */
  payments: { publishableKey: string; apiBase: string | null; sandbox: boolean } | null;
  /** Calls of the server to Stripe; null exactly when `payments` is. */
  stripe: StripeGateway | null;
  /** Provider of the sign-in with Google, or its stand-in; null when members cannot sign in with Google. */
  identityProvider: IdentityProvider | null;
  /** The lane of a task. */
  laneOf: LaneOf;
  /** Returns the lines of `npm run check` about services. */
  checkServices(): Promise<SystemCheck[]>;
};

export type RouteServices = AppServices & {
  limiter: Limiter;
  /** Null when METRICS_TOKEN is not set. */
  metrics: Metrics | null;
  /** The version on which cached responses about the catalogue depend. */
  catalogueVersion: CatalogueVersion;
  /** Returns the portal's effective settings, cached until they change. */
  settings(): Promise<PortalSettings>;
  /** Returns the sign-ins that the screen offers beside password and Google, cached until they change. */
  offeredSignIns(): Promise<PortalConfig['companySignIn']>;
  /** The publisher's content, cached until another version is published. */
  contents: Contents;
  /** Returns the brand for printed documents. */
  printedBrand(): Promise<PrintedBrand>;
  /** The built web app, for pages that the server renders. */
  webApp: WebApp;
  /** Finds the member of a request to a route for visitors; null without a valid session or key. */
  findActor(request: FastifyRequest): Promise<Actor | null>;
  /** Finds for whom an API key acts; null for a key that does not work. */
  readKey(call: { token: string; ip: string }): Promise<KeyCaller | null>;
  /** Limit of the calls of each key. */
  keyLimit: Limit;
  /** The providers of company sign-in. */
  providers: Providers;
  // Calls for features that cannot import the features that implement them.
  findUpload(ctx: Context, id: string): Promise<BrandPicture | null>;
  /** Makes every node drop its caches of the catalogue and the settings. */
  announceCatalogueChange(ctx: Context): Promise<void>;
  /** Whether any member owns the resource by a purchase, also as part of a bundle. */
  isBought(ctx: Context, resourceId: number): Promise<boolean>;
  /**
   * Whether a confirmed organisation has an open invitation for the email address, which may then register (SETUP-07).
   */
  isInvited(ctx: Context, email: string): Promise<boolean>;
  /** Returns the name of an organisation, closed or not. */
  nameOrganisation(ctx: Context, id: number): Promise<string>;
  /** Rejects members without access to the resource. @throws access.required, catalogue.not-found */
  requireAccess(ctx: MemberContext, resourceId: number): Promise<void>;
};

/** Routes, jobs, schedules and page headers that one feature adds to the portal. */
export type Feature = {
  routes?(app: FastifyInstance, services: RouteServices): void | Promise<void>;
  tasks?(services: JobServices): Tasks;
  /** The schedule of tasks (UTC), in graphile-worker's crontab format. */
  crontab?: string;
  /** Tasks that call Stripe. Only nodes with access to Stripe run them; none does while paid actions are off. */
  paymentTasks?(services: PaymentJobServices): Tasks;
  paymentCrontab?: string;
  /**
   * Lanes of tasks that are not `normal`: those that a person waits for, calls of receivers, and those that take long.
   */
  lanes?: Lanes;
  /** Headers of the feature's pages. */
  pageRules?(env: Env): PageRule[];
};
