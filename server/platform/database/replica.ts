import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { elapsedMs } from '../clock.ts';
import { Failure } from '../failure.ts';
import type { Database, Db } from './db.ts';

/** Maximum age at which the replica is read, in milliseconds. */
const lateAfterMs = 10_000;

/**
 * State of the replica: `late` is too far behind to be read, `away` does not respond or is no standby of this database.
 * `lagSeconds` is null until it has caught up once.
 */
export type ReplicaHealth = { state: 'fresh' | 'late' | 'away'; lagSeconds: number | null };

/** For reads that may be some seconds old. */
export type Replica = {
  /**
   * Reads on the replica while it responds and is at most ten seconds behind, otherwise on the primary. Work that fails
   * on the replica, except with a Failure, is repeated on the primary, so it must only read.
   * @param isRecent whether the replica has the required state; absent when any state of the last ten seconds will do
   */
  read<Result>(work: (db: Db) => Promise<Result>, isRecent?: (db: Db) => Promise<boolean>): Promise<Result>;
  /** Null without a replica. */
  health(): ReplicaHealth | null;
};

/** Makes the replica of an installation without one. */
export function primaryAlone(db: Db): Replica {
  return { read: (work) => work(db), health: () => null };
}

/** Selects the position of the primary in its journal, and the cluster. */
const position = `select pg_current_wal_lsn()::text as position, system_identifier::text as system from pg_control_system()`;

/** Selects whether a server is a standby of that cluster and has replayed as much. */
const progress = `
  select pg_is_in_recovery() and system_identifier::text = $2 as follows,
    coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as "hasAll"
  from pg_control_system()`;

type Watch = { log: (message: string) => void; everyMs?: number; lateMs?: number };

/**
 * Returns the database with a replica, whose position is checked every second. The replica is as fresh as the last
 * position that it has replayed, measured only by this node's clock.
 * @param standby the replica's pool; closed with the result
 */
export function withReplica(
  primary: Database,
  standby: Database,
  { log, everyMs = 1_000, lateMs = lateAfterMs }: Watch,
): Database {
  const ending = new AbortController();
  let isAway = true;
  let seenAtMs: number | null = null;
  let wanted: { position: string; system: string; askedAtMs: number } | null = null;

  const health = (): ReplicaHealth => {
    const lagMs = seenAtMs === null ? null : elapsedMs() - seenAtMs;
    const state = isAway ? 'away' : lagMs !== null && lagMs <= lateMs ? 'fresh' : 'late';
    return { state, lagSeconds: lagMs === null ? null : Math.round(lagMs / 1000) };
  };
  const look = async () => {
    // The loop waits until one position is reached, because the newest would never be reached on a busy primary.
    if (!wanted) {
      const askedAtMs = elapsedMs();
      const [found] = await primary.db.prepared<{ position: string; system: string }>('replica.position', position, []);
      if (found) wanted = { ...found, askedAtMs };
    }
    if (!wanted) return;
    const asked = wanted;
    const rows = await standby.db
      .prepared<{ follows: boolean; hasAll: boolean }>('replica.progress', progress, [asked.position, asked.system])
      .catch(() => []);
    isAway = rows[0]?.follows !== true;
    if (isAway || !rows[0]?.hasAll) return;
    seenAtMs = asked.askedAtMs;
    wanted = null;
  };
  const watching = (async () => {
    let logged: ReplicaHealth['state'] = 'fresh';
    while (!ending.signal.aborted) {
      // Without the primary the replica's state is unknown, and the last known state ages.
      await look().catch(() => {});
      const { state } = health();
      if (state !== logged) log(`The replica of DATABASE_REPLICA_URL is ${sentences[state]}.`);
      logged = state;
      await wait(everyMs, null, { signal: ending.signal, ref: false }).catch(() => {});
    }
  })();

  const read: Replica['read'] = async (work, isRecent = async () => true) => {
    if (health().state !== 'fresh') return work(primary.db);
    try {
      if (await isRecent(standby.db)) return await work(standby.db);
    } catch (error) {
      if (error instanceof Failure) throw error;
      // No response from PostgreSQL: no other read waits for the replica until the next check.
      if (!(error instanceof pg.DatabaseError)) isAway = true;
    }
    return work(primary.db);
  };
  return {
    ...primary,
    replica: { read, health },
    close: async () => {
      ending.abort();
      await watching;
      await Promise.all([standby.close(), primary.close()]);
    },
  };
}

const sentences: Record<ReplicaHealth['state'], string> = {
  fresh: 'read again',
  late: 'too far behind: everything is read from the primary',
  away: 'away, or no standby of this database: everything is read from the primary',
};
