import type { Db } from './database/db.ts';

/** The signed-in user, or the account of an API key or an assistant, on whose behalf something happens. */
export type Actor = {
  userId: number;
  role: 'user' | 'administrator';
  /** 0 for the call of a key or an assistant, which belongs to no sign-in. */
  signInId: number;
  /** Set for the call of an API key. */
  keyId?: number;
  /** Set for an administrator's program that cannot change the catalogue: it reads what is published (APIKEY-03). */
  hidesDrafts?: true;
  /** Time since the user signed in or confirmed the sign-in, by the database's clock; Infinity without a sign-in. */
  signedInSecondsAgo: number;
  /** Whether the caller has proved a sign-in that is recent enough for calls that need a fresh one (PERM-05). */
  isFresh: boolean;
  /** Whether Data Collection is on: the user's actions may then be counted without a name (SET-03). */
  allowsCounting: boolean;
  /** The connection to a company's provider through which the sign-in came; null for every other way (SSO-10). */
  connectionId: string | null;
  /** The time zone in which the user reads dates. */
  timeZone: string;
  /** Set for an administrator who must first add a passkey, and until then has the role of a user (PASS-03). */
  lacksPasskey?: true;
};

/**
 * Whether the user sees drafts, and loads the files and pictures of every resource: an administrator, except by a
 * program that cannot change the catalogue.
 */
export const isEditor = ({ role, hidesDrafts }: Pick<Actor, 'role' | 'hidesDrafts'>) =>
  role === 'administrator' && !hidesDrafts;

/** Origin of a call, for limits and the audit log. */
export type Origin = { ip: string; requestId: string; userAgent?: string | null };

/** First parameter of every action; made by a route, a job or a command. */
export type Context = { db: Db; now: Date; actor: Actor | null; origin: Origin };

/** The context of a call that only a signed-in user can make. */
export type MemberContext = Context & { actor: Actor };

/**
 * First parameter of a flow. A flow calls outside services, so it opens its transactions itself, never around such a
 * call.
 */
export type FlowContext = Context & {
  /**
   * Time from which the caller of a request waits, by `elapsedMs`; null in a job or a command, for which no caller
   * waits.
   */
  callerWaitsSinceMs: number | null;
  /** Runs one action in a separate transaction, committed when the action returns. */
  transaction<Result>(action: (ctx: Context) => Promise<Result>): Promise<Result>;
};

/** A flow that only a signed-in user can start. */
export type MemberFlowContext = MemberContext &
  Pick<FlowContext, 'callerWaitsSinceMs'> & {
    transaction<Result>(action: (ctx: MemberContext) => Promise<Result>): Promise<Result>;
  };
