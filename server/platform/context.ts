import type { Db } from './database/db.ts';

/** The signed-in user on whose behalf something happens. */
export type Actor = {
  userId: number;
  role: 'user' | 'administrator';
  signInId: number;
  /** How long ago the user signed in or confirmed the sign-in, by the database's clock. */
  signedInSecondsAgo: number;
  /** That is recent enough for what needs a fresh sign-in (PERM-05). */
  isFresh: boolean;
  /** Data Collection is on: the user's actions may be counted without a name (SET-03). */
  allowsCounting: boolean;
  /** The time zone in which the user reads days. */
  timeZone: string;
};

/** Where a call came from: for limits and the audit log. */
export type Origin = { ip: string; requestId: string; userAgent?: string | null };

/** What every action takes first; made at the edge (route or job). */
export type Context = { db: Db; now: Date; actor: Actor | null; origin: Origin };

/** The context of a call that only a signed-in user can make. */
export type MemberContext = Context & { actor: Actor };

/** What a flow takes: it calls outside services, so it opens its transactions itself, never around such a call. */
export type FlowContext = Context & {
  /** When the caller of a request began to wait, by `elapsedMs`; null in a job, which no caller waits for. */
  callerWaitsSinceMs: number | null;
  /** Runs one action in a transaction of its own, committed when it returns. */
  transaction<Result>(action: (ctx: Context) => Promise<Result>): Promise<Result>;
};

/** A flow that only a signed-in user can start. */
export type MemberFlowContext = MemberContext &
  Pick<FlowContext, 'callerWaitsSinceMs'> & {
    transaction<Result>(action: (ctx: MemberContext) => Promise<Result>): Promise<Result>;
  };
