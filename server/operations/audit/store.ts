import { type Nullable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import { containing } from '#server/platform/database/like.ts';

export type Sought = {
  person: string;
  action: string;
  object: string;
  search: string;
  /** Earliest time of the entries; `before` is the exclusive end. Null for no limit. */
  from: Date | null;
  before: Date | null;
};

/** The requested page of the list: it begins after the entry with the id `before`, or at `offset`. */
export type Start = { before: number | null; offset: number; limit: number };

type Entry = Selectable<Tables['audit_log']>;
type User = Selectable<Tables['users']>;
export type EntryRow = Pick<Entry, 'id' | 'action' | 'object' | 'before' | 'after' | 'ip'> & {
  happenedAt: Entry['happened_at'];
  actorId: Entry['actor_user_id'];
  memberId: Entry['member_user_id'];
  keyId: Entry['key_id'];
  objectId: Entry['object_id'];
  userAgent: Entry['user_agent'];
  requestId: Entry['request_id'];
};

const columns = sql`l.id, l.happened_at as "happenedAt", l.actor_user_id as "actorId",
  l.member_user_id as "memberId", l.key_id as "keyId", l.action, l.object, l.object_id as "objectId", l.before, l.after, l.ip,
  l.user_agent as "userAgent", l.request_id as "requestId"`;

/**
 * Maximum people or texts that are looked up by id; with more matches, reading from the newest entry on finds a page
 * quickly.
 */
const fewPeople = 100;
const fewTexts = 2000;

/** Lists matching entries, newest first. */
export async function listEntries(db: Db, sought: Sought, start: Start): Promise<EntryRow[]> {
  const wanted = await listIds(db, sought, start);
  if (wanted.length === 0) return [];
  const { rows } = await sql<EntryRow>`
    select ${columns} from audit_log l where id = any(${wanted}) order by happened_at desc, id desc`.execute(db.kysely);
  return rows;
}

/** Counts matching entries; stops at `most`. */
export async function countEntries(db: Db, sought: Sought, most: number): Promise<number> {
  return (await listIds(db, sought, { before: null, offset: 0, limit: most })).length;
}

async function listIds(db: Db, sought: Sought, { before, offset, limit }: Start): Promise<number[]> {
  const conditions = [...bounds(sought), ...(await cursor(db, before))];
  if (sought.search !== '') {
    const found = await findTexts(db, sought.search);
    conditions.push(
      found ? sql`l.id = any(${found})` : sql`l.search_text like search_form(${containing(sought.search)})`,
    );
  }
  const where = (more: RawBuilder<unknown>[]) => {
    const all = [...conditions, ...more];
    return all.length === 0 ? sql`` : sql`where ${sql.join(all, sql` and `)}`;
  };
  const newest = (more: RawBuilder<unknown>[]) =>
    sql`select l.id, l.happened_at from audit_log l ${where(more)} order by l.happened_at desc, l.id desc
      limit ${offset + limit}`;
  const part = (found: RawBuilder<unknown>) =>
    run(
      db,
      sql`select distinct id, happened_at from (${found}) as found order by happened_at desc, id desc
      limit ${limit} offset ${offset}`,
    );
  if (sought.person === '') return part(newest([]));
  const people = await findPeople(db, sought.person);
  if (!people) {
    const fits = sql`(select id from users where search_text like search_form(${containing(sought.person)}))`;
    return part(newest([sql`(l.actor_user_id in ${fits} or l.member_user_id in ${fits})`]));
  }
  // Selects the newest entries of each member by an index, then the newest of all, so that no member's entries are all
  // read.
  return part(
    sql`select found.id, found.happened_at from unnest(${people}::integer[]) as person, lateral (
        (${newest([sql`l.actor_user_id = person`])}) union all (${newest([sql`l.member_user_id = person`])})
      ) as found`,
  );
}

async function run(db: Db, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await (query as RawBuilder<{ id: number }>).execute(db.kysely);
  return rows.map(({ id }) => id);
}

function bounds({ action, object, from, before }: Sought): RawBuilder<unknown>[] {
  return [
    ...(action ? [sql`l.action = ${action}`] : []),
    ...(object ? [sql`l.object = ${object}`] : []),
    ...(from ? [sql`l.happened_at >= ${from}`] : []),
    ...(before ? [sql`l.happened_at < ${before}`] : []),
  ];
}

/** Returns the condition for entries older than the given one; no entry matches when it does not exist. */
async function cursor(db: Db, before: number | null): Promise<RawBuilder<unknown>[]> {
  if (before === null) return [];
  // Selected as text, because a JavaScript date has no microseconds.
  const { rows } = await sql<{
    at: string;
  }>`select happened_at::text as at from audit_log where id = ${before}`.execute(db.kysely);
  return rows[0] ? [sql`(l.happened_at, l.id) < (${rows[0].at}::timestamptz, ${before})`] : [sql`false`];
}

/** Finds people whose name, email address or organisation contains a text; null when there are too many to look up. */
async function findPeople(db: Db, person: string): Promise<number[] | null> {
  const { rows } = await sql<Pick<User, 'id'>>`
    select id from users where deleted_at is null and search_text like search_form(${containing(person)})
    limit ${fewPeople + 1}`.execute(db.kysely);
  return rows.length > fewPeople ? null : rows.map(({ id }) => id);
}

/** Finds the entries that contain a text; null when there are too many to look up by id. */
async function findTexts(db: Db, search: string): Promise<number[] | null> {
  const { rows } = await sql<Pick<Entry, 'id'>>`
    select id from audit_log where search_text like search_form(${containing(search)})
    limit ${fewTexts + 1}`.execute(db.kysely);
  return rows.length > fewTexts ? null : rows.map(({ id }) => id);
}

export type PersonRow = Pick<User, 'id'> & Nullable<Pick<User, 'email'>> & { name: string };

/** Lists people by their ids; a deleted account has no email address. */
export async function listPeople(db: Db, ids: readonly number[]): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select id, first_name || ' ' || last_name as name, case when deleted_at is null then email end as email
    from users where id = any(${[...ids]})`.execute(db.kysely);
  return rows;
}

type TitleRow = Pick<Selectable<Tables['resources']>, 'id' | 'title'>;

/** Lists titles of resources by their ids, including withdrawn ones. */
export async function listTitles(db: Db, ids: readonly number[]): Promise<TitleRow[]> {
  const { rows } = await sql<TitleRow>`
    select id, title from resources where id = any(${[...ids]})`.execute(db.kysely);
  return rows;
}

type KeyRow = { id: number; name: string | null; start: string | null };

/** Lists API keys by their ids, with the name of those that still exist and the beginning that the log keeps of all. */
export async function listKeys(db: Db, ids: readonly number[]): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select asked.id, k.name, (
      select l.after ->> 'start' from audit_log l
      where l.object = 'key' and l.object_id = asked.id::text and l.after ->> 'start' is not null
      order by l.id limit 1
    ) as start
    from unnest(${[...ids]}::integer[]) as asked (id) left join api_keys k on k.id = asked.id`.execute(db.kysely);
  return rows;
}

type InvitedRow = Pick<Selectable<Tables['organisation_invitations']>, 'id' | 'email'>;

/** Lists the addresses of invitations that still exist, by their ids. */
export async function listInvited(db: Db, ids: readonly number[]): Promise<InvitedRow[]> {
  const { rows } = await sql<InvitedRow>`
    select id, email from organisation_invitations where id = any(${[...ids]}) order by id`.execute(db.kysely);
  return rows;
}
