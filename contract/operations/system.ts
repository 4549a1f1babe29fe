import * as z from 'zod/mini';

export const Lane = z.enum(['now', 'normal', 'webhooks', 'bulk']);
/**
 * Jobs of each lane run beside those of the others: `now` has jobs that a person waits for, `bulk` jobs that take long.
 */
export type Lane = z.infer<typeof Lane>;

const count = z.int();

const SystemNode = z.object({
  name: z.string(),
  role: z.string(),
  version: z.string(),
  startedAt: z.string(),
  lastSeenAt: z.string(),
  /** Whether the node has reported in the last 90 seconds. */
  isAlive: z.boolean(),
  /** Names from its /readyz: outside services that do not respond, `replica` and `disk`. */
  failing: z.array(z.string()),
});
export type SystemNode = z.infer<typeof SystemNode>;

const SystemReplica = z.object({
  /** `late`: too far behind to be read. `away`: it does not respond, or is no standby of this database. */
  state: z.enum(['fresh', 'late', 'away']),
  lagSeconds: z.nullable(z.int()),
});
export type SystemReplica = z.infer<typeof SystemReplica>;

const SystemLane = z.object({
  lane: Lane,
  waiting: count,
  scheduled: count,
  retrying: count,
  running: count,
  failed: count,
  /** Waiting time of the oldest job that could run, in seconds. */
  oldestSeconds: z.number(),
});
export type SystemLane = z.infer<typeof SystemLane>;

const FailedJob = z.object({
  id: z.int(),
  task: z.string(),
  lane: Lane,
  attempts: count,
  reason: z.string(),
  /** Names of the job's parameters, never the values, which may be personal. */
  keys: z.array(z.string()),
  failedAt: z.string(),
});
export type FailedJob = z.infer<typeof FailedJob>;

const RetryingJob = z.object({
  id: z.int(),
  task: z.string(),
  lane: Lane,
  /** Number of failed attempts, and below, the maximum. */
  attempts: count,
  maxAttempts: count,
  reason: z.string(),
  keys: z.array(z.string()),
  /** Time of the next attempt. */
  nextAt: z.string(),
});
export type RetryingJob = z.infer<typeof RetryingJob>;

/** State of the installation, for administrators; times are ISO 8601 in UTC. */
export const System = z.object({
  version: z.string(),
  nodes: z.array(SystemNode),
  database: z.object({
    version: z.string(),
    bytes: z.number(),
    isEmbedded: z.boolean(),
    /** State of the replica as seen by the node that replies; null without DATABASE_REPLICA_URL. */
    replica: z.nullable(SystemReplica),
  }),
  lanes: z.array(SystemLane),
  /** The latest hundred; `lanes` has the number of all. */
  failedJobs: z.array(FailedJob),
  /** Up to a hundred jobs that are retried automatically, those with the most attempts first. */
  retryingJobs: z.array(RetryingJob),
  /**
   * Time of the last `npm run backup`; null without any, and for a database that the operator backs up by other means.
   */
  lastBackupAt: z.nullable(z.string()),
  /** Time of the last restore drill in which a portal started; null in the same cases as `lastBackupAt`. */
  lastDrillAt: z.nullable(z.string()),
  /** The last comparison with the payment provider; null before the first. */
  lastReconciliation: z.nullable(z.object({ finishedAt: z.nullable(z.string()), error: z.nullable(z.string()) })),
  files: z.object({ bucket: z.nullable(z.string()), freeBytes: z.nullable(z.number()) }),
  mail: z.object({ server: z.nullable(z.string()), waiting: count, parked: count }),
});
export type System = z.infer<typeof System>;

export const SystemCheck = z.object({
  state: z.enum(['ok', 'warning', 'wrong']),
  what: z.string(),
  sentence: z.string(),
});

/** The results of `npm run check`, by service. */
export const SystemChecks = z.array(SystemCheck);
export type SystemCheck = z.infer<typeof SystemCheck>;
