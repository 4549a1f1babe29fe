import type { TestPortal } from './portal.ts';

/** A counter of a limit: `<name of the limit>:<key>`, with the seconds of its window. */
type Counter = { counter: string; windowSeconds: number };

/** Sets the count of the present window and of the next one, in which the test may go on. */
export async function setHits(portal: TestPortal, { counter, windowSeconds }: Counter, hits: number): Promise<void> {
  await portal.database.pool.query(
    `insert into limit_counters (key, window_start, hits, expires_at)
     select $1, start, $3::integer, start + make_interval(secs => $2)
     from generate_series(0, 1) as later,
       to_timestamp((floor(extract(epoch from now()) / $2::double precision) + later) * $2) as start
     on conflict (key, window_start) do update set hits = $3::integer`,
    [counter, windowSeconds, hits],
  );
}
