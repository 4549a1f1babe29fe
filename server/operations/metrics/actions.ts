import type { SystemLane } from '#contract/operations/system.ts';
import type { Context } from '#server/platform/context.ts';
import { type LaneOf, laneNames } from '#server/platform/jobs/lanes.ts';
import { type Business, countJobs, countUnfinished, type Unfinished } from './store.ts';

export type { Business, Unfinished };

/** Unfinished items, and the open jobs of every lane. */
export type Waiting = Unfinished & { lanes: SystemLane[] };

/** Counts waiting and given-up items of the whole installation. */
export async function countWaiting({ db }: Pick<Context, 'db'>, laneOf: LaneOf): Promise<Waiting> {
  const tasks = await countJobs(db);
  const lanes = laneNames.map((lane) => {
    const own = tasks.filter(({ task }) => laneOf(task) === lane);
    const sum = (state: 'waiting' | 'scheduled' | 'retrying' | 'running' | 'failed') =>
      own.reduce((total, counts) => total + counts[state], 0);
    return {
      lane,
      waiting: sum('waiting'),
      scheduled: sum('scheduled'),
      retrying: sum('retrying'),
      running: sum('running'),
      failed: sum('failed'),
      oldestSeconds: Math.max(0, ...own.map(({ oldest_seconds }) => oldest_seconds)),
    };
  });
  return { ...(await countUnfinished(db)), lanes };
}
