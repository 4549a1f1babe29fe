import * as z from 'zod/mini';

export const Lane = z.enum(['now', 'normal', 'bulk']);
/** Jobs of each lane run beside those of the others: `now` is what a person waits for, `bulk` what takes long. */
export type Lane = z.infer<typeof Lane>;

const count = z.int();

const SystemNode = z.object({
  name: z.string(),
  role: z.string(),
  version: z.string(),
  startedAt: z.string(),
  lastSeenAt: z.string(),
  /** False when nothing was heard of it for longer than a node is ever silent. */
  isAlive: z.boolean(),
  /** What it has no answer from, as its /readyz says: outside services, and `replica`. */
  failing: z.array(z.string()),
});
export type SystemNode = z.infer<typeof SystemNode>;

const SystemReplica = z.object({
  /** `late`: too far behind to be read. `away`: it does not answer, or is no standby of this database. */
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
  /** How long the oldest job that could run has waited. */
  oldestSeconds: z.number(),
});
export type SystemLane = z.infer<typeof SystemLane>;

const FailedJob = z.object({
  id: z.int(),
  task: z.string(),
  lane: Lane,
  attempts: count,
  reason: z.string(),
  /** The names of what the job was given, never the values: they may be personal. */
  keys: z.array(z.string()),
  failedAt: z.string(),
});
export type FailedJob = z.infer<typeof FailedJob>;

const RetryingJob = z.object({
  id: z.int(),
  task: z.string(),
  lane: Lane,
  /** Tries that have failed, and the most there are. */
  attempts: count,
  maxAttempts: count,
  reason: z.string(),
  keys: z.array(z.string()),
  /** When it is tried again. */
  nextAt: z.string(),
});
export type RetryingJob = z.infer<typeof RetryingJob>;

/** How the installation is doing, for administrators; times are ISO 8601 in UTC. */
export const System = z.object({
  version: z.string(),
  nodes: z.array(SystemNode),
  database: z.object({
    version: z.string(),
    bytes: z.number(),
    isEmbedded: z.boolean(),
    /** As the asked node sees it; null without DATABASE_REPLICA_URL. */
    replica: z.nullable(SystemReplica),
  }),
  lanes: z.array(SystemLane),
  /** The newest hundred; `lanes` has their number. */
  failedJobs: z.array(FailedJob),
  /** The hundred that failed most often, of those that are tried again by themselves. */
  retryingJobs: z.array(RetryingJob),
  /** The last one of `npm run backup`; null without any, and for a database that the operator backs up by other means. */
  lastBackupAt: z.nullable(z.string()),
  /** The last restore drill that a portal started in; as above. */
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

/** What `npm run check` says of each service. */
export const SystemChecks = z.array(SystemCheck);
export type SystemCheck = z.infer<typeof SystemCheck>;
