import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { elapsedMs } from '../clock.ts';
import { Failure } from '../failure.ts';
import type { Database, Db } from './db.ts';

/** Up to this age the replica is read. */
const lateAfterMs = 10_000;

/** How the replica is doing: `late` is further behind than it may be read, `away` does not answer or is no standby of this database. */
export type ReplicaHealth = { state: 'fresh' | 'late' | 'away'; lagSeconds: number | null };

/** Where reads go that may be some seconds old. */
export type Replica = {
  /**
   * Reads on the replica while it answers and is at most ten seconds behind, otherwise on the primary. What fails on the
   * replica is done again on the primary, so the work must only read.
   * @param isRecent whether the replica has seen what it must have seen; absent: any state of the last ten seconds will do
   */
  read<Result>(work: (db: Db) => Promise<Result>, isRecent?: (db: Db) => Promise<boolean>): Promise<Result>;
  /** Null without a replica. */
  health(): ReplicaHealth | null;
};

/** For an installation without a replica. */
export function primaryAlone(db: Db): Replica {
  return { read: (work) => work(db), health: () => null };
}

/** How far the primary is, and which cluster it is. */
const position = `select pg_current_wal_lsn()::text as position, system_identifier::text as system from pg_control_system()`;

/** Whether the asked server is a standby of that cluster and has replayed as much. */
const progress = `
  select pg_is_in_recovery() and system_identifier::text = $2 as follows,
    coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as "hasAll"
  from pg_control_system()`;

type Watch = { log: (message: string) => void; everyMs?: number; lateMs?: number };

/**
 * The database with a replica, which is asked every second how far it is: it is as fresh as the last moment whose journal
 * it has replayed, by this node's clock alone.
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
    // A position is asked for until it is reached: a newer one each time would never be on a busy primary.
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
      // Without the primary nothing is known, and what was seen grows old.
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
      // No answer of PostgreSQL's: nothing else waits for it until the next look.
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
