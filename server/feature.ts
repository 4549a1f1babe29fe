import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Env } from './env.ts';
import type { CatalogueVersion } from './features/catalogue/version-actions.ts';
import type { MemberContext } from './platform/context.ts';
import type { Database, Db } from './platform/database/db.ts';
import type { Blobs } from './platform/files/blobs.ts';
import type { Limiter } from './platform/http/limits.ts';
import type { Tasks } from './platform/jobs/jobs.ts';
import type { IdentityProvider } from './platform/security/identity-provider.ts';
import type { Sealer } from './platform/security/sealing.ts';
import type { StripeGateway } from './platform/stripe/gateway.ts';
import type { Metrics } from './platform/telemetry/metrics.ts';

/** How browsers pay. */
export type Payments = { publishableKey: string; apiBase: string | null; sandbox: boolean };

/** What jobs are built from. */
export type JobServices = {
  env: Env;
  database: Database;
  /** Where uploaded files are kept. */
  blobs: Blobs;
  /** Encrypts second factors and signs links. */
  sealer: Sealer;
};

/** What jobs that call Stripe are built from. */
export type PaymentJobServices = { env: Env; database: Database; stripe: StripeGateway };

/** What routes are built from. */
export type RouteServices = JobServices & {
  logger: FastifyBaseLogger;
  limiter: Limiter;
  /** Null when METRICS_TOKEN is not set. */
  metrics: Metrics | null;
  /** Null when paid actions are off. */
  payments: Payments | null;
  /** Null exactly when `payments` is. */
  stripe: StripeGateway | null;
  /** Null when there is no sign-in by a provider. */
  identityProvider: IdentityProvider | null;
  /** The version that cached answers about the catalogue depend on. */
  catalogueVersion: CatalogueVersion;
  /** What nouns need to know of nouns to their right, which they cannot import. */
  hasGrant(ctx: MemberContext, resourceId: number): Promise<boolean>;
};

/** Everything that one noun adds to the portal. */
export type Feature = {
  routes?(app: FastifyInstance, services: RouteServices): void | Promise<void>;
  tasks?(services: JobServices): Tasks;
  /** When tasks run by the clock (UTC), in the crontab form of graphile-worker. */
  crontab?: string;
  /** Tasks that call Stripe: only nodes that reach it run them, and none while paid actions are off. */
  paymentTasks?(services: PaymentJobServices): Tasks;
  paymentCrontab?: string;
  /** Jobs to enqueue when a node begins to run payment tasks. */
  enqueueMissedPayments?(db: Db): Promise<void>;
};
