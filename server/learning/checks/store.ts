import type { Selectable } from 'kysely';
import type { CheckContent } from '#contract/learning/checks-content.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Answers, Outcome, Usage } from './rules.ts';

type Attempt = Selectable<Tables['check_attempts']>;

/** The published check, with the number of voided questions, which are no longer drawn. */
export type PublishedRow = { version: number; title: string; voided: number };

/** Finds the published check of a resource. */
export async function findPublished(db: Db, resourceId: number): Promise<PublishedRow | null> {
  const rows = await db.prepared<PublishedRow>(
    'checks.find_published',
    `select k.version, r.title, (select count(*) from voided_questions v
       where v.resource_id = k.resource_id and v.version = k.version)::integer as voided
     from knowledge_checks k join resources r on r.id = k.resource_id
     where k.resource_id = $1 and k.version is not null`,
    [resourceId],
  );
  return rows[0] ?? null;
}

/** Finds the content of a published version, which never changes. */
export async function findContent(
  db: Db,
  { resourceId, version }: { resourceId: number; version: number },
): Promise<CheckContent | null> {
  const rows = await db.prepared<{ content: CheckContent }>(
    'checks.find_content',
    'select content from knowledge_check_versions where resource_id = $1 and version = $2',
    [resourceId, version],
  );
  return rows[0]?.content ?? null;
}

/**
 * Lists the voided questions of a version. Locks the version against further ones until the transaction ends, so that
 * an attempt that is scored now is not missed when a question is voided.
 */
export async function lockVoided(
  db: Db,
  { resourceId, version }: { resourceId: number; version: number },
): Promise<string[]> {
  const rows = await db.prepared<{ voided: string[] }>(
    'checks.lock_voided',
    `select array(select question_id from voided_questions v
       where v.resource_id = k.resource_id and v.version = k.version) as voided
     from knowledge_check_versions k where k.resource_id = $1 and k.version = $2 for key share of k`,
    [resourceId, version],
  );
  return rows[0]?.voided ?? [];
}

/** Serialises starting attempts of one member, so that two do not use the same allowance. */
export async function lockMember(db: Db, userId: number): Promise<void> {
  await db.prepared('checks.lock_member', 'select from users where id = $1 for no key update', [userId]);
}

/** An attempt with its resource's title; `now` is the database's time. */
export type AttemptRow = Pick<
  Attempt,
  | 'id'
  | 'user_id'
  | 'resource_id'
  | 'version'
  | 'seed'
  | 'drawn'
  | 'pass_mark'
  | 'started_at'
  | 'due_at'
  | 'handed_in_at'
  | 'is_by_server'
  | 'right_questions'
  | 'awarded_questions'
  | 'points'
  | 'percent'
  | 'passed'
> & { answers: Answers; title: string; now: Date };

const columns = `a.id, a.user_id, a.resource_id, a.version, a.seed, a.drawn, a.pass_mark, a.answers, a.started_at,
  a.due_at, a.handed_in_at, a.is_by_server, a.right_questions, a.awarded_questions, a.points, a.percent, a.passed, r.title,
  now() as now`;
const joined = 'check_attempts a join resources r on r.id = a.resource_id';

type Own = { id: number; userId: number };

export async function findAttempt(db: Db, { id, userId }: Own): Promise<AttemptRow | null> {
  const rows = await db.prepared<AttemptRow>(
    'checks.find_attempt',
    `select ${columns} from ${joined} where a.id = $1 and a.user_id = $2`,
    [id, userId],
  );
  return rows[0] ?? null;
}

/** Finds and locks an attempt; with `userId` null, of any member. */
export async function lockAttempt(
  db: Db,
  { id, userId }: { id: number; userId: number | null },
): Promise<AttemptRow | null> {
  const rows = await db.prepared<AttemptRow>(
    'checks.lock_attempt',
    `select ${columns} from ${joined} where a.id = $1 and ($2::integer is null or a.user_id = $2) for update of a`,
    [id, userId],
  );
  return rows[0] ?? null;
}

type Member = { userId: number; resourceId: number };

/** Finds the attempt of a member that is not handed in. */
export async function findOpenAttempt(db: Db, { userId, resourceId }: Member): Promise<AttemptRow | null> {
  const rows = await db.prepared<AttemptRow>(
    'checks.find_open_attempt',
    `select ${columns} from ${joined} where a.user_id = $1 and a.resource_id = $2 and a.handed_in_at is null`,
    [userId, resourceId],
  );
  return rows[0] ?? null;
}

/** A member's attempts from a day on, and the allowances beyond the settings of the check. */
export type UsageRow = Usage & {
  extraMinutes: number;
  /** Further attempts that were started today, which `days` leaves out. */
  furtherToday: number;
};

/** Finds a member's regular attempts on each day from `today` on, and the member's allowances. */
export async function findUsage(db: Db, { userId, resourceId }: Member, today: string): Promise<UsageRow> {
  const rows = await db.prepared<{
    day: string | null;
    attempts: number;
    further: number;
    extra: number;
    further_today: number;
  }>(
    'checks.find_usage',
    `select used.day, used.attempts, coalesce(w.further_attempts, 0) as further, coalesce(w.extra_minutes, 0) as extra,
       (select count(*)::integer from check_attempts
         where user_id = $1 and resource_id = $2 and day = $3::date and is_further) as further_today
     from (select 1) as one
       left join check_allowances w on w.user_id = $1 and w.resource_id = $2
       left join (
         select day, count(*)::integer as attempts from check_attempts
         where user_id = $1 and resource_id = $2 and day >= $3::date and not is_further group by day
       ) used on true`,
    [userId, resourceId, today],
  );
  return {
    days: new Map(rows.flatMap(({ day, attempts }) => (day === null ? [] : [[day, attempts] as const]))),
    furtherAttempts: rows[0]?.further ?? 0,
    extraMinutes: rows[0]?.extra ?? 0,
    furtherToday: rows[0]?.further_today ?? 0,
  };
}

/** Returns the database's time. */
export async function readClock(db: Db): Promise<Date> {
  const [row] = await db.prepared<{ now: Date }>('checks.read_clock', 'select now() as now', []);
  if (!row) throw new Error('The database returned no time');
  return row.now;
}

/** Uses one of a member's further attempts. */
export async function useFurtherAttempt(db: Db, { userId, resourceId }: Member): Promise<void> {
  await db.prepared(
    'checks.use_further_attempt',
    'update check_allowances set further_attempts = further_attempts - 1 where user_id = $1 and resource_id = $2',
    [userId, resourceId],
  );
}

export type NewAttempt = Member & {
  version: number;
  day: string;
  isFurther: boolean;
  seed: Buffer;
  drawn: readonly string[];
  passMark: number;
  startedAt: Date;
  dueAt: Date;
};

/** Adds an attempt. @throws a unique violation when the member has an open one */
export async function insertAttempt(db: Db, made: NewAttempt): Promise<number> {
  const { id } = await db.kysely
    .insertInto('check_attempts')
    .values({
      user_id: made.userId,
      resource_id: made.resourceId,
      version: made.version,
      day: made.day,
      is_further: made.isFurther,
      seed: made.seed,
      drawn: [...made.drawn],
      pass_mark: made.passMark,
      started_at: made.startedAt,
      due_at: made.dueAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type NewAnswer = Own & { questionId: string; answer: unknown };

/**
 * Saves an answer, or takes it back when it is null, while the attempt is open.
 * @returns null when the attempt is no longer open
 */
export async function updateAnswer(
  db: Db,
  { id, userId, questionId, answer }: NewAnswer,
): Promise<{ savedAt: Date; answered: number } | null> {
  const rows = await db.prepared<{ savedAt: Date; answered: number }>(
    'checks.update_answer',
    `update check_attempts set answers = case when $4::jsonb is null then answers - $3::text
       else answers || jsonb_build_object($3::text, $4::jsonb) end
     where id = $1 and user_id = $2 and handed_in_at is null and due_at > now()
     returning now() as "savedAt", (select count(*) from jsonb_object_keys(answers))::integer as answered`,
    [id, userId, questionId, answer === null ? null : JSON.stringify(answer)],
  );
  return rows[0] ?? null;
}

/**
 * Hands in an attempt; after its time, it is recorded as handed in by the server at `due_at`. The caller must have
 * locked the attempt.
 */
export async function updateOutcome(db: Db, id: number, { right, awarded }: Outcome): Promise<void> {
  await db.prepared(
    'checks.update_outcome',
    `update check_attempts set handed_in_at = least(now(), due_at), is_by_server = due_at <= now(),
       right_questions = $2, awarded_questions = $3 where id = $1`,
    [id, right, awarded],
  );
}

/** Lists open attempts whose time is over, earliest end first. */
export async function listDue(db: Db, limit: number): Promise<number[]> {
  const rows = await db.prepared<{ id: number }>(
    'checks.list_due',
    'select id from check_attempts where handed_in_at is null and due_at <= now() order by due_at limit $1',
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** The best and the last of a member's attempts that were handed in. */
export type Standing = { passed: boolean; bestPercent: number | null; lastAttemptId: number | null };

export async function findStanding(db: Db, { userId, resourceId }: Member): Promise<Standing> {
  const rows = await db.prepared<Standing>(
    'checks.find_standing',
    `select coalesce(bool_or(passed), false) as passed, max(percent) as "bestPercent", max(id) as "lastAttemptId"
     from check_attempts where user_id = $1 and resource_id = $2 and handed_in_at is not null`,
    [userId, resourceId],
  );
  return rows[0] ?? { passed: false, bestPercent: null, lastAttemptId: null };
}

/** A check by which a member would complete a resource, with the attempts so far. */
export type UnpassedRow = { resourceId: number; attempts: number; bestPercent: number | null };

/** Lists the published checks of these resources; leaves out those that a member completed, even without a check. */
export function listUnpassed(db: Db, userId: number, resourceIds: readonly number[]): Promise<UnpassedRow[]> {
  return db.prepared<UnpassedRow>(
    'checks.list_unpassed',
    `select k.resource_id as "resourceId", count(t.id)::integer as attempts, max(t.percent) as "bestPercent"
     from knowledge_checks k left join check_attempts t on t.resource_id = k.resource_id and t.user_id = $1
     where k.resource_id = any ($2::integer[]) and k.version is not null
       and not exists (select from completions c where c.user_id = $1 and c.resource_id = k.resource_id)
     group by k.resource_id`,
    [userId, resourceIds],
  );
}

/** An assignment of a member that waits for a confirmation. */
export type ConfirmableRow = { assignmentId: number; organisation: string };

/** Lists a member's live assignments of a resource that ask for a confirmation and have no completion that counts. */
export function listConfirmable(db: Db, { userId, resourceId }: Member): Promise<ConfirmableRow[]> {
  return db.prepared<ConfirmableRow>(
    'checks.list_confirmable',
    `select a.id as "assignmentId", o.name as organisation from assignments a
       join organisations o on o.id = a.organisation_id
     where a.user_id = $1 and a.resource_id = $2 and a.ended_at is null and a.asks_confirmation
       and (a.completed_at is null or a.valid_until < (now() at time zone 'UTC')::date)
     order by a.due_by, a.id`,
    [userId, resourceId],
  );
}

export type OwnAttemptRow = Pick<
  Attempt,
  'id' | 'resource_id' | 'version' | 'started_at' | 'handed_in_at' | 'percent' | 'pass_mark' | 'passed'
> & { title: string };

type Sought = { userId: number; resourceId: number | null };
const isSought = 'a.user_id = $1 and ($2::integer is null or a.resource_id = $2)';

/** Lists a member's attempts, newest first. */
export function listOwn(
  db: Db,
  { userId, resourceId }: Sought,
  { limit, offset }: { limit: number; offset: number },
): Promise<OwnAttemptRow[]> {
  return db.prepared<OwnAttemptRow>(
    'checks.list_own',
    `select a.id, a.resource_id, a.version, a.started_at, a.handed_in_at, a.percent, a.pass_mark, a.passed, r.title
     from ${joined} where ${isSought} order by a.id desc limit $3 offset $4`,
    [userId, resourceId, limit, offset],
  );
}

export async function countOwn(db: Db, { userId, resourceId }: Sought): Promise<number> {
  const rows = await db.prepared<{ total: number }>(
    'checks.count_own',
    `select count(*)::integer as total from check_attempts a where ${isSought}`,
    [userId, resourceId],
  );
  return rows[0]?.total ?? 0;
}

/** Lists the resources whose check shows this uploaded picture, in a draft or a version. */
export async function listResourcesOfPicture(db: Db, imageId: string): Promise<number[]> {
  const rows = await db.prepared<{ id: number }>(
    'checks.list_resources_of_picture',
    `select resource_id as id from knowledge_checks where pictures_in(draft::text) @> array[$1::uuid]
     union select resource_id from knowledge_check_versions where pictures_in(content::text) @> array[$1::uuid]
     order by 1`,
    [imageId],
  );
  return rows.map(({ id }) => id);
}

/** Finds and locks a live assignment of an organisation, with its person and whether its resource has a check. */
export async function findAssigned(
  db: Db,
  { organisationId, assignmentId }: { organisationId: number; assignmentId: number },
): Promise<(Member & { hasCheck: boolean; name: string }) | null> {
  const rows = await db.prepared<Member & { hasCheck: boolean; name: string }>(
    'checks.find_assigned',
    `select a.user_id as "userId", a.resource_id as "resourceId", k.version is not null as "hasCheck",
       trim(u.first_name || ' ' || u.last_name) as name
     from assignments a join users u on u.id = a.user_id left join knowledge_checks k on k.resource_id = a.resource_id
     where a.id = $2 and a.organisation_id = $1 and a.ended_at is null for update of a`,
    [organisationId, assignmentId],
  );
  return rows[0] ?? null;
}

/** Adds further attempts, up to the maximum that a person can have. */
export async function addFurtherAttempts(
  db: Db,
  { userId, resourceId }: Member,
  { attempts, most }: { attempts: number; most: number },
): Promise<void> {
  await db.prepared(
    'checks.add_further_attempts',
    `insert into check_allowances as known (user_id, resource_id, further_attempts) values ($1, $2, $3)
     on conflict (user_id, resource_id) do update
       set further_attempts = least(known.further_attempts + excluded.further_attempts, $4)`,
    [userId, resourceId, attempts, most],
  );
}
