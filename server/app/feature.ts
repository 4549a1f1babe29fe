import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { PortalConfig } from '#contract/identity/settings.ts';
import type { SystemCheck } from '#contract/operations/system.ts';
import type { CatalogueVersion } from '../catalogue/catalogue/version-actions.ts';
import type { Contents } from '../catalogue/content/actions.ts';
import type { CheckoutCodes } from '../commerce/purchases/attempt-actions.ts';
import type { Providers } from '../identity/connections/provider-actions.ts';
import type { BrandPicture, PortalSettings } from '../identity/settings/actions.ts';
import type { IdentityProvider } from '../identity/sign-in/identity-provider.ts';
import type { Actor, Context, MemberContext } from '../platform/context.ts';
import type { Database } from '../platform/database/db.ts';
import type { LookUpTxt } from '../platform/dns.ts';
import type { Blobs } from '../platform/files/blobs.ts';
import type { PrintedBrand } from '../platform/files/pdf.ts';
import type { RemovalList } from '../platform/files/removals.ts';
import type { Limiter } from '../platform/http/limits.ts';
import type { PageRule, WebApp } from '../platform/http/web-app.ts';
import type { Tasks } from '../platform/jobs/jobs.ts';
import type { LaneOf, Lanes } from '../platform/jobs/lanes.ts';
import type { OutboundCalls } from '../platform/outbound.ts';
import type { Sealer } from '../platform/security/sealing.ts';
import type { StripeGateway } from '../platform/stripe/gateway.ts';
import type { Metrics } from '../platform/telemetry/metrics.ts';
import type { Version } from '../platform/telemetry/version.ts';
import type { Env } from './env.ts';

/** What jobs are built from. */
export type JobServices = {
  env: Env;
  database: Database;
  /** Where uploaded files are kept. */
  blobs: Blobs;
  /** What a restored database must not bring back. */
  removals: RemovalList;
  /** Encrypts second factors and signs links. */
  sealer: Sealer;
  /** Calls addresses that people choose. */
  outbound: OutboundCalls;
  /** Reads DNS records that prove a domain. */
  lookUpTxt: LookUpTxt;
};

/** What jobs that call Stripe are built from. */
export type PaymentJobServices = JobServices & { stripe: StripeGateway };

/** What the program gives to the app; tests replace the outside services by stand-ins. */
export type AppServices = JobServices & {
  logger: FastifyBaseLogger;
  version: Version;
  /** How browsers pay; null when paid actions are off. */
  payments: { publishableKey: string; apiBase: string | null; sandbox: boolean } | null;
  /** How the server calls Stripe; null exactly when `payments` is. */
  stripe: StripeGateway | null;
  /** Null when members can sign in with a password only. */
  identityProvider: IdentityProvider | null;
  /** The lane of a task. */
  laneOf: LaneOf;
  /** What `npm run check` says of each service. */
  checkServices(): Promise<SystemCheck[]>;
};

/** What routes are built from. */
export type RouteServices = AppServices & {
  limiter: Limiter;
  /** Null when METRICS_TOKEN is not set. */
  metrics: Metrics | null;
  /** The version that cached answers about the catalogue depend on. */
  catalogueVersion: CatalogueVersion;
  /** The portal's settings as they hold, kept until they change: for what is drawn for everybody. */
  settings(): Promise<PortalSettings>;
  /** What the sign-in screen offers beside password and Google, kept likewise. */
  offeredSignIns(): Promise<PortalConfig['companySignIn']>;
  /** The publisher's content, kept until another version is published. */
  contents: Contents;
  /** The brand on documents that are printed. */
  printedBrand(): Promise<PrintedBrand>;
  /** The built web app, for pages that the server draws. */
  webApp: WebApp;
  /** The member of a request to a route for visitors; null without a valid session. */
  findActor(request: FastifyRequest): Promise<Actor | null>;
  /** The providers of company sign-in. */
  providers: Providers;
  // Questions of features that cannot import those that answer them.
  /** An upload by its id; null when there is none. */
  findUpload(ctx: Context, id: string): Promise<BrandPicture | null>;
  /** Has every node forget what it keeps of the catalogue and of the settings. */
  announceCatalogueChange(ctx: Context): Promise<void>;
  /** Whether any member has bought the resource. */
  isBought(ctx: Context, resourceId: number): Promise<boolean>;
  /** Whether the member has the resource by a grant or a purchase, also as part of a bundle. */
  isOwned(ctx: MemberContext, resourceId: number): Promise<boolean>;
  /** Promo codes at the checkout of a resource. */
  checkoutCodes: CheckoutCodes;
  /** Whether an organisation has invited the address, which may then register (SETUP-07). */
  isInvited(ctx: Context, email: string): Promise<boolean>;
  /** The name of an organisation, closed or not. */
  nameOrganisation(ctx: Context, id: number): Promise<string>;
  /** Refuses members without access to the resource. */
  requireAccess(ctx: MemberContext, resourceId: number): Promise<void>;
};

/** Routes, jobs, schedules and page headers that one feature adds to the portal. */
export type Feature = {
  routes?(app: FastifyInstance, services: RouteServices): void | Promise<void>;
  tasks?(services: JobServices): Tasks;
  /** When tasks start by the clock (UTC), in the crontab form of graphile-worker. */
  crontab?: string;
  /** Tasks that call Stripe: only nodes that reach it run them, and none while paid actions are off. */
  paymentTasks?(services: PaymentJobServices): Tasks;
  paymentCrontab?: string;
  /** Tasks that run beside the usual ones: what a person waits for, and what takes long. */
  lanes?: Lanes;
  /** Headers of the feature's pages. */
  pageRules?(env: Env): PageRule[];
};
