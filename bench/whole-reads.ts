import type { Database } from '#server/platform/database/db.ts';

// PostgreSQL counts reads of whole tables itself. The pool has one connection, whose counts are told at once.

/** Begins to count. */
export async function forgetWholeReads({ pool }: Database): Promise<void> {
  await pool.query('select pg_stat_force_next_flush()');
  await pool.query('select pg_stat_reset()');
}

/** The tables of at least so many rows that were read as a whole since. Small ones may be: that is quicker. */
export async function listWholeReads({ pool }: Database, leastRows: number): Promise<string[]> {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ relname: string }>(
    `select s.relname from pg_stat_user_tables s join pg_class c on c.oid = s.relid
     where s.seq_scan > 0 and c.reltuples >= $1 order by s.relname`,
    [leastRows],
  );
  return rows.map(({ relname }) => relname);
}
