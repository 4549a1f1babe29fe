import { isIPv4, isIPv6 } from 'node:net';
import type { Database } from '../database/db.ts';
import { deleteInBatches } from '../database/delete-batches.ts';
import { failTooMany } from '../failure.ts';
import type { NoParameters, Tasks } from '../jobs/jobs.ts';
import type { Lanes } from '../jobs/lanes.ts';
import { hashSecret } from '../security/secrets.ts';

/** A limit: at most `max` in a window of `windowSeconds`, per key. */
export type Limit = { name: string; max: number; windowSeconds: number };

/** Factors that raise limits: those of a member or an account, and those of a network. */
export type LimitFactors = { limitFactor: number; networkLimitFactor: number };

/** Returns the part of an address that one household or server has: an IPv6 network of 64 bits, an IPv4 address. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip) || ip.includes('.')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = ip.includes('::') ? [...left, ...Array(8 - left.length - right.length).fill('0'), ...right] : left;
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Returns the network of an address as an owner sees it: 203.0.113.0/24, or the first 64 bits. */
export function shownNetwork(ip: string): string {
  const address = ip.replace(/^::ffff:/i, '');
  return isIPv4(address) ? address.replace(/\d+$/, '0/24') : networkOf(address);
}

/** Returns the key for an email address or a token, hashed because counters outlive an erased account. */
export function hashedKey(text: string): string {
  return hashSecret(text).toString('base64url');
}

function counterOf({ name }: Limit, key: string): string {
  return `${name}:${key}`;
}

export type Limiter = {
  /** Counts one, or `amount`, and rejects the call when that exceeds the limit. @returns the count of the window */
  take(limit: Limit, key: string, amount?: number): Promise<number>;
  /** Counts one, however many there are. @returns the count of the window, and the seconds until its end */
  count(limit: Limit, key: string): Promise<{ hits: number; waitSeconds: number }>;
  /** Counts `amount` if it fits into the rest, otherwise nothing. @returns whether it did */
  takeWhole(limit: Limit, key: string, amount: number): Promise<boolean>;
  /** Rejects the call when the limit is reached already; counts nothing. For limits on failed attempts. */
  check(limit: Limit, key: string): Promise<void>;
  /** Uncounts one that `take` counted, because the attempt was not wrong. */
  giveBack(limit: Limit, key: string): Promise<void>;
  /** Counts one failed attempt. */
  record(limit: Limit, key: string): Promise<void>;
  /** Deletes the failed attempts of a key after a success. */
  clear(limit: Limit, key: string): Promise<void>;
};

/**
 * Makes a limiter that counts in PostgreSQL, so that all nodes share the counters, in statements of its own: a
 * rejected call rolls its transaction back, and its failed attempt must still count. Windows are fixed and timed by the
 * database's clock.
 */
export function createLimiter({ separate: db }: Pick<Database, 'separate'>): Limiter {
  const hit = async (limit: Limit, key: string, amount = 1) => {
    const rows = await db.prepared<{ hits: number; wait_seconds: number }>(
      'limits.hit',
      `insert into limit_counters (key, window_start, hits, expires_at)
       select $1, start, $3::integer, start + make_interval(secs => $2)
       from (select to_timestamp(floor(extract(epoch from now()) / $2) * $2) as start) as current_window
       on conflict (key, window_start) do update set hits = least(limit_counters.hits::bigint + $3::integer, 2147483647)
       returning hits, ceil(extract(epoch from expires_at - now()))::integer as wait_seconds`,
      [counterOf(limit, key), limit.windowSeconds, amount],
    );
    return rows[0] ?? { hits: 0, wait_seconds: 0 };
  };
  return {
    take: async (limit, key, amount) => {
      const { hits, wait_seconds } = await hit(limit, key, amount);
      if (hits > limit.max) throw failTooMany(Math.max(1, wait_seconds));
      return hits;
    },
    count: async (limit, key) => {
      const { hits, wait_seconds } = await hit(limit, key);
      return { hits, waitSeconds: Math.max(1, wait_seconds) };
    },
    takeWhole: async (limit, key, amount) => {
      const rows = await db.prepared(
        'limits.take_whole',
        `insert into limit_counters (key, window_start, hits, expires_at)
         select $1, start, $3::integer, start + make_interval(secs => $2)
         from (select to_timestamp(floor(extract(epoch from now()) / $2) * $2) as start) as current_window
         where $3::integer <= $4::integer
         on conflict (key, window_start) do update set hits = limit_counters.hits + $3::integer
           where limit_counters.hits::bigint + $3::integer <= $4::integer
         returning hits`,
        [counterOf(limit, key), limit.windowSeconds, amount, limit.max],
      );
      return rows.length > 0;
    },
    check: async (limit, key) => {
      const rows = await db.prepared<{ wait_seconds: number | null }>(
        'limits.check',
        `select greatest(1, ceil(extract(epoch from expires_at - now()))::integer) as wait_seconds
         from limit_counters where key = $1 and expires_at > now() and hits >= $2`,
        [counterOf(limit, key), limit.max],
      );
      if (rows[0]?.wait_seconds) throw failTooMany(rows[0].wait_seconds);
    },
    giveBack: async (limit, key) => {
      await db.prepared(
        'limits.give_back',
        'update limit_counters set hits = hits - 1 where key = $1 and expires_at > now() and hits > 0',
        [counterOf(limit, key)],
      );
    },
    record: async (limit, key) => {
      await hit(limit, key);
    },
    clear: async (limit, key) => {
      await db.prepared('limits.clear', 'delete from limit_counters where key = $1', [counterOf(limit, key)]);
    },
  };
}

declare module '../jobs/jobs.ts' {
  interface JobPayloads {
    'delete-old-counters': NoParameters;
  }
}

/** Returns the task that deletes expired windows. */
export function limitTasks({ db }: Pick<Database, 'db'>): Tasks {
  return {
    'delete-old-counters': async () => {
      const text = `delete from limit_counters where key in (
        select key from limit_counters where expires_at < now() limit $1) and expires_at < now() returning 1 as one`;
      await deleteInBatches(db, 'limits.delete_old', text);
    },
  };
}

export const limitLanes: Lanes = { 'delete-old-counters': 'bulk' };

export const limitCrontab = `
17 * * * * delete-old-counters
`;
