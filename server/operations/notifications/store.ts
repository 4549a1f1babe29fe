import type { Selectable } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import { columnsOf } from '#server/platform/database/columns.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { FreshResource, Traits } from './rules.ts';

type User = Selectable<Tables['users']>;
export type NewcomerRow = Pick<User, 'id' | 'email'> & { firstName: User['first_name'] };

/** Records the week for listed resources that were in no digest before. */
export async function insertListed(db: Db, week: string): Promise<void> {
  await db.prepared(
    'notifications.insert_listed',
    `insert into listed_resources (resource_id, week) select id, $1 from resources where is_listed
     on conflict (resource_id) do nothing`,
    [week],
  );
}

const traits = `r.id, r.type, r.rapp_principles as principles, r.tags`;

/** Lists up to 500 resources that are new in a week, newest first. */
export function listFresh(db: Db, week: string): Promise<FreshResource[]> {
  return db.prepared<FreshResource>(
    'notifications.list_fresh',
    `select ${traits}, r.title from listed_resources l join resources r on r.id = l.resource_id
     where l.week = $1 and r.is_listed order by r.created_at desc, r.id desc limit 500`,
    [week],
  );
}

/**
 * A member who wants mails about new resources. `ownedIds` are the owned ones among the new resources; `likedIds` the
 * newest owned resources, and, with activity tracking on, the last opened ones (SET-03).
 */
export type ReaderRow = NewcomerRow & { ownedIds: number[]; likedIds: number[] };

/** Maximum number of owned, and of opened, resources that represent a reader's interests. */
const mostLiked = 200;

/** Lists readers with an id after `afterId` who have Resource Alerts on and a verified address. */
export function listReaders(
  db: Db,
  { afterId, freshIds, limit }: { afterId: number; freshIds: readonly number[]; limit: number },
): Promise<ReaderRow[]> {
  return db.prepared<ReaderRow>(
    'notifications.list_readers',
    `select u.id, u.email, u.first_name as "firstName",
       array(select resource_id from owned_resources o where o.user_id = u.id and resource_id = any ($3::integer[])) as "ownedIds",
       array(select resource_id from owned_resources o where o.user_id = u.id order by resource_id desc limit $4)
         || array(select resource_id from progress_sessions s where s.user_id = u.id and u.activity_tracking
           order by last_accessed_at desc, id desc limit $4) as "likedIds"
     from users u
     where u.id > $1 and u.resource_alerts and u.email_verified_at is not null and u.deleted_at is null
     order by u.id limit $2`,
    [afterId, limit, [...freshIds], mostLiked],
  );
}

export async function listTraits(db: Db, ids: ReadonlySet<number>): Promise<Map<number, Traits>> {
  const rows = await db.prepared<Traits & { id: number }>(
    'notifications.list_traits',
    `select ${traits} from resources r where r.id = any ($1::integer[])`,
    [[...ids]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Lists members who registered three to ten days ago, verified the address, want such mails and got none yet. */
export function listNewcomers(db: Db, limit: number): Promise<NewcomerRow[]> {
  return db.prepared<NewcomerRow>(
    'notifications.list_newcomers',
    `select u.id, u.email, u.first_name as "firstName" from users u
     where u.created_at between now() - interval '10 days' and now() - interval '3 days' and u.role = 'user'
       and u.email_updates and u.email_verified_at is not null and u.deleted_at is null
       and not exists (select from mails m where m.dedupe_key = 'first-steps:' || u.id)
     order by u.id limit $1`,
    [limit],
  );
}

export type NewsRow = Selectable<Tables['news']> & { sentBy: string | null };

const news = `${columnsOf('news', 'n')}, nullif(concat_ws(' ', u.first_name, u.last_name), '') as "sentBy" from news n left join users u on u.id = n.sent_by`;

/** Adds news; null when the same news were sent before. */
export async function insertNews(db: Db, { subject, text }: { subject: string; text: string }, sentBy: number) {
  const row = await db.kysely
    .insertInto('news')
    .values({ subject, text, sent_by: sentBy })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row ?? null;
}

export async function findNews(db: Db, id: number): Promise<NewsRow | null> {
  const rows = await db.prepared<NewsRow>('notifications.find_news', `select ${news} where n.id = $1`, [id]);
  return rows[0] ?? null;
}

/** Finds and locks news that are not sent to all members yet, until the transaction ends. */
export async function lockUnsentNews(db: Db, id: number): Promise<Selectable<Tables['news']> | null> {
  const rows = await db.prepared<Selectable<Tables['news']>>(
    'notifications.lock_unsent_news',
    `select ${columnsOf('news')} from news where id = $1 and finished_at is null for update`,
    [id],
  );
  return rows[0] ?? null;
}

/**
 * Records the last member for whom news are queued, adds to the number of recipients, and ends the sending when
 * `isFinished`.
 */
export async function updateNews(
  db: Db,
  id: number,
  { lastUserId, added, isFinished }: { lastUserId: number; added: number; isFinished: boolean },
): Promise<void> {
  await db.prepared(
    'notifications.update_news',
    `update news set last_user_id = $2, recipient_count = recipient_count + $3,
       finished_at = case when $4 then now() end where id = $1`,
    [id, lastUserId, added, isFinished],
  );
}

export function listNews(db: Db, { limit, offset }: { limit: number; offset: number }): Promise<NewsRow[]> {
  return db.prepared('notifications.list_news', `select ${news} order by n.id desc limit $1 offset $2`, [
    limit,
    offset,
  ]);
}

export async function countNews(db: Db): Promise<number> {
  const rows = await db.prepared<{ total: number }>(
    'notifications.count_news',
    'select count(*) as total from news',
    [],
  );
  return rows[0]?.total ?? 0;
}

/** Lists the news whose mails are still being queued. */
export function listUnfinished(db: Db): Promise<NewsRow[]> {
  return db.prepared('notifications.list_unfinished', `select ${news} where n.finished_at is null order by n.id`, []);
}

const agreed = 'u.marketing_emails and u.email_verified_at is not null and u.deleted_at is null';

/** Lists members with an id after `afterId` who agreed to get news and whose address is verified. */
export function listAgreed(db: Db, afterId: number, limit: number): Promise<NewcomerRow[]> {
  return db.prepared<NewcomerRow>(
    'notifications.list_agreed',
    `select u.id, u.email, u.first_name as "firstName" from users u where u.id > $1 and ${agreed} order by u.id limit $2`,
    [afterId, limit],
  );
}

export async function countAgreed(db: Db): Promise<number> {
  const rows = await db.prepared<{ total: number }>(
    'notifications.count_agreed',
    `select count(*) as total from users u where ${agreed}`,
    [],
  );
  return rows[0]?.total ?? 0;
}
