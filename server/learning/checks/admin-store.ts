import { type Selectable, sql } from 'kysely';
import type { CheckContent, CheckQuestion } from '#contract/learning/checks-content.ts';
import type { PlacedAnswer } from '#contract/learning/checks-score.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

type Check = Selectable<Tables['knowledge_checks']>;

export type CheckRow = Pick<Check, 'updated_at' | 'version'> & { draft: CheckContent };

const checkOf = (db: Db, resourceId: number) =>
  db.kysely
    .selectFrom('knowledge_checks')
    .select(['draft', 'updated_at', 'version'])
    .where('resource_id', '=', resourceId)
    .$castTo<CheckRow>();

export async function findCheck(db: Db, resourceId: number): Promise<CheckRow | null> {
  const rows = await db.prepared('checks.find', checkOf(db, resourceId));
  return rows[0] ?? null;
}

/** Finds and locks a check until the transaction ends. */
export async function lockCheck(db: Db, resourceId: number): Promise<CheckRow | null> {
  const rows = await db.prepared('checks.lock', checkOf(db, resourceId).forUpdate());
  return rows[0] ?? null;
}

/** Adds a check with its draft. @returns false when the resource has one, which another administrator has added */
export async function insertCheck(db: Db, resourceId: number, draft: CheckContent): Promise<boolean> {
  const rows = await db.prepared(
    'checks.insert',
    db.kysely
      .insertInto('knowledge_checks')
      .values({ resource_id: resourceId, draft: JSON.stringify(draft) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('resource_id'),
  );
  return rows.length > 0;
}

export async function updateDraft(db: Db, resourceId: number, draft: CheckContent): Promise<void> {
  await db.prepared(
    'checks.update_draft',
    db.kysely
      .updateTable('knowledge_checks')
      .set({ draft: JSON.stringify(draft), updated_at: sql`now()` })
      .where('resource_id', '=', resourceId),
  );
}

/** Deletes a check that was never published. */
export async function deleteCheck(db: Db, resourceId: number): Promise<void> {
  await db.prepared('checks.delete', db.kysely.deleteFrom('knowledge_checks').where('resource_id', '=', resourceId));
}

/** Makes a version the one that members take; null ends that. */
export async function updateVersion(db: Db, resourceId: number, version: number | null): Promise<void> {
  await db.prepared(
    'checks.update_version',
    db.kysely.updateTable('knowledge_checks').set({ version }).where('resource_id', '=', resourceId),
  );
}

/** Adds the next version; copies no voided questions. @returns its number */
export async function insertVersion(
  db: Db,
  { resourceId, content, publishedBy }: { resourceId: number; content: CheckContent; publishedBy: number },
): Promise<number> {
  const rows = await db.prepared<{ version: number }>(
    'checks.insert_version',
    `insert into knowledge_check_versions (resource_id, version, content, published_by)
     select $1, 1 + coalesce(max(version), 0), $2::jsonb, $3 from knowledge_check_versions where resource_id = $1
     returning version`,
    [resourceId, JSON.stringify(content), publishedBy],
  );
  const [row] = rows;
  if (!row) throw new Error(`No version of the check of resource ${resourceId} was added`);
  return row.version;
}

export type VersionRow = Pick<Selectable<Tables['knowledge_check_versions']>, 'version' | 'published_at'> & {
  /** Null once the account is deleted. */
  publishedBy: string | null;
  attempts: number;
};

/** Lists published versions, latest first, with their numbers of attempts; all of them if `limit` is null. */
export function listVersions(db: Db, resourceId: number, limit: number | null): Promise<VersionRow[]> {
  return db.prepared<VersionRow>(
    'checks.list_versions',
    `select k.version, k.published_at,
       case when u.deleted_at is null then trim(u.first_name || ' ' || u.last_name) end as "publishedBy",
       (select count(*) from check_attempts a where a.resource_id = k.resource_id and a.version = k.version)::integer
         as attempts
     from knowledge_check_versions k join users u on u.id = k.published_by
     where k.resource_id = $1 order by k.version desc limit $2`,
    [resourceId, limit],
  );
}

export type VoidedRow = Pick<Selectable<Tables['voided_questions']>, 'question_id' | 'reason' | 'voided_at'> & {
  voidedBy: string | null;
};

export function listVoided(db: Db, resourceId: number, version: number): Promise<VoidedRow[]> {
  return db.prepared<VoidedRow>(
    'checks.list_voided',
    `select v.question_id, v.reason, v.voided_at,
       case when u.deleted_at is null then trim(u.first_name || ' ' || u.last_name) end as "voidedBy"
     from voided_questions v join users u on u.id = v.voided_by
     where v.resource_id = $1 and v.version = $2 order by v.voided_at, v.question_id`,
    [resourceId, version],
  );
}

/** Copies the marks of these voided questions from one version to another. */
export async function copyVoided(
  db: Db,
  {
    resourceId,
    from,
    to,
    questionIds,
  }: { resourceId: number; from: number; to: number; questionIds: readonly string[] },
): Promise<void> {
  await db.prepared(
    'checks.copy_voided',
    `insert into voided_questions (resource_id, version, question_id, reason, voided_at, voided_by)
     select resource_id, $3, question_id, reason, voided_at, voided_by from voided_questions
     where resource_id = $1 and version = $2 and question_id = any ($4::text[])`,
    [resourceId, from, to, questionIds],
  );
}

/** A version with one of its questions, and how many of its questions count. */
export type AskingVersion = { version: number; question: CheckQuestion; counting: number; isVoid: boolean };

/** Lists and locks the versions that have a question with this id, so that no attempt is scored at the same time. */
export function lockVersionsWith(
  db: Db,
  { resourceId, questionId }: { resourceId: number; questionId: string },
): Promise<AskingVersion[]> {
  return db.prepared<AskingVersion>(
    'checks.lock_versions_with',
    `select k.version, asked.question,
       jsonb_array_length(k.content -> 'questions') - (select count(*) from voided_questions v
         where v.resource_id = k.resource_id and v.version = k.version)::integer as counting,
       exists (select from voided_questions v where v.resource_id = k.resource_id and v.version = k.version
         and v.question_id = $2) as "isVoid"
     from knowledge_check_versions k, jsonb_array_elements(k.content -> 'questions') asked (question)
     where k.resource_id = $1 and asked.question ->> 'id' = $2
     order by k.version for update of k`,
    [resourceId, questionId],
  );
}

type NewVoid = {
  resourceId: number;
  versions: readonly number[];
  questionId: string;
  reason: string;
  voidedBy: number;
};

export async function insertVoided(db: Db, made: NewVoid): Promise<void> {
  await db.prepared(
    'checks.insert_voided',
    `insert into voided_questions (resource_id, version, question_id, reason, voided_by)
     select $1, version, $3, $4, $5 from unnest($2::integer[]) version on conflict do nothing`,
    [made.resourceId, made.versions, made.questionId, made.reason, made.voidedBy],
  );
}

type Voided = { resourceId: number; versions: readonly number[]; questionId: string };

const lacksAward = `resource_id = $1 and version = any ($2::integer[]) and handed_in_at is not null
  and $3 = any (drawn) and $3 <> all (right_questions) and $3 <> all (awarded_questions)`;

/** Lists people with an id after `after` who have attempts in which a voided question does not count yet. */
export async function listToAward(
  db: Db,
  { resourceId, versions, questionId }: Voided,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await db.prepared<{ id: number }>(
    'checks.list_to_award',
    `select distinct user_id as id from check_attempts where ${lacksAward} and user_id > $4 order by 1 limit $5`,
    [resourceId, versions, questionId, after, limit],
  );
  return rows.map(({ id }) => id);
}

/**
 * Counts a voided question as right in all attempts of a person (CHECK-02), and adds the counted attempts that it lets
 * pass to the sums of passed attempts; a score only rises.
 */
export async function awardQuestion(
  db: Db,
  { resourceId, versions, questionId }: Voided,
  userId: number,
): Promise<void> {
  await db.prepared(
    'checks.award_question',
    `with before as (select id, passed from check_attempts where ${lacksAward} and user_id = $4 order by id for update),
     awarded as (
       update check_attempts a set awarded_questions = a.awarded_questions || $3::text from before where a.id = before.id
       returning a.version, a.counted_at is not null and a.passed and not before.passed as is_raised
     )
     update check_version_counts c set passed = c.passed + raised.attempts from (
       select version, count(*)::integer as attempts from awarded where is_raised group by 1) raised
     where c.resource_id = $1 and c.version = raised.version`,
    [resourceId, versions, questionId, userId],
  );
}

/** A person whose score rose. */
export type RaisedRow = { email: string; firstName: string; title: string; bestPercent: number; passed: boolean };

/** Finds the best score of a person with the resource's title. */
export async function findRaised(db: Db, resourceId: number, userId: number): Promise<RaisedRow | null> {
  const rows = await db.prepared<RaisedRow>(
    'checks.find_raised',
    `select u.email, u.first_name as "firstName", r.title, max(a.percent) as "bestPercent", bool_or(a.passed) as passed
     from check_attempts a join users u on u.id = a.user_id join resources r on r.id = a.resource_id
     where a.resource_id = $1 and a.user_id = $2 and a.handed_in_at is not null and u.deleted_at is null
     group by u.id, r.id`,
    [resourceId, userId],
  );
  return rows[0] ?? null;
}

/**
 * Adds the answers of attempts to the counts, at most `limit` attempts. Another node's part is skipped.
 * @returns the number of attempts
 */
export async function addAnswerCounts(db: Db, limit: number): Promise<number> {
  const rows = await db.prepared<{ attempts: number }>(
    'checks.count_answers',
    `with part as (
       update check_attempts set counted_at = now() where id in (
         select id from check_attempts where handed_in_at is not null and counted_at is null
         order by id limit $1 for update skip locked)
       returning resource_id, version, drawn, right_questions, passed
     ), questions as (
       insert into check_question_counts as known (resource_id, version, question_id, attempts, right_answers)
       select resource_id, version, question_id, count(*)::integer,
         (count(*) filter (where question_id = any (right_questions)))::integer
       from part, unnest(drawn) question_id group by 1, 2, 3 order by 1, 2, 3
       on conflict (resource_id, version, question_id) do update set attempts = known.attempts + excluded.attempts,
         right_answers = known.right_answers + excluded.right_answers
     ), versions as (
       insert into check_version_counts as known (resource_id, version, attempts, passed)
       select resource_id, version, count(*)::integer, (count(*) filter (where passed))::integer
       from part group by 1, 2 order by 1, 2
       on conflict (resource_id, version) do update set attempts = known.attempts + excluded.attempts,
         passed = known.passed + excluded.passed
     )
     select count(*)::integer as attempts from part`,
    [limit],
  );
  return rows[0]?.attempts ?? 0;
}

type OfVersion = { resourceId: number; version: number };

/** Counts the handed-in and the passed attempts of a version, including those that the sums do not contain yet. */
export async function countAttempts(
  db: Db,
  { resourceId, version }: OfVersion,
): Promise<{ attempts: number; passed: number }> {
  const rows = await db.prepared<{ attempts: number; passed: number }>(
    'checks.count_attempts',
    `select coalesce(sum(attempts), 0)::integer as attempts, coalesce(sum(passed), 0)::integer as passed from (
       select attempts, passed from check_version_counts where resource_id = $1 and version = $2
       union all
       select count(*)::integer, (count(*) filter (where passed))::integer from check_attempts
       where resource_id = $1 and version = $2 and handed_in_at is not null and counted_at is null
     ) counted`,
    [resourceId, version],
  );
  return rows[0] ?? { attempts: 0, passed: 0 };
}

/** Counts the members who handed in an attempt at a version. */
export async function countAttemptMembers(db: Db, { resourceId, version }: OfVersion): Promise<number> {
  const [row] = await db.prepared(
    'checks.count_attempt_members',
    db.kysely
      .selectFrom('check_attempts')
      .select(({ fn }) => fn.count<number>('user_id').distinct().as('members'))
      .where('resource_id', '=', resourceId)
      .where('version', '=', version)
      .where('handed_in_at', 'is not', null),
  );
  return row?.members ?? 0;
}

/** Counts the attempts that drew each question of a version, and those that answered it right. */
export function countQuestions(
  db: Db,
  { resourceId, version }: OfVersion,
): Promise<{ questionId: string; attempts: number; right: number }[]> {
  return db.prepared(
    'checks.count_questions',
    `select question_id as "questionId", sum(attempts)::integer as attempts, sum(right_answers)::integer as "right" from (
       select question_id, attempts, right_answers from check_question_counts where resource_id = $1 and version = $2
       union all
       select question_id, 1, (question_id = any (right_questions))::integer from check_attempts, unnest(drawn) question_id
       where resource_id = $1 and version = $2 and handed_in_at is not null and counted_at is null
     ) counted group by 1`,
    [resourceId, version],
  );
}

export type AnsweredRow = {
  userId: number;
  drawn: string[];
  answers: Record<string, PlacedAnswer>;
  right: string[];
};

/** Lists the answers of the latest attempts of a version that were handed in. */
export function listLatestAnswers(db: Db, { resourceId, version }: OfVersion, limit: number): Promise<AnsweredRow[]> {
  return db.prepared(
    'checks.list_latest_answers',
    db.kysely
      .selectFrom('check_attempts')
      .select(['user_id as userId', 'drawn', 'answers', 'right_questions as right'])
      .where('resource_id', '=', resourceId)
      .where('version', '=', version)
      .where('handed_in_at', 'is not', null)
      .orderBy('id', 'desc')
      .limit(limit)
      .$castTo<AnsweredRow>(),
  );
}

export type ExtraTimeRow = { userId: number; name: string; email: string; minutes: number };

export function listExtraTime(db: Db, resourceId: number): Promise<ExtraTimeRow[]> {
  return db.prepared<ExtraTimeRow>(
    'checks.list_extra_time',
    `select u.id as "userId", trim(u.first_name || ' ' || u.last_name) as name, u.email, w.extra_minutes as minutes
     from check_allowances w join users u on u.id = w.user_id
     where w.resource_id = $1 and w.extra_minutes > 0 and u.deleted_at is null
     order by lower(u.first_name), lower(u.last_name), u.id limit 1000`,
    [resourceId],
  );
}

type OnePerson = { userId: number; resourceId: number };

/** Sets a person's extra time. @returns the former minutes; null for an account that does not exist or is deleted */
export async function updateExtraTime(
  db: Db,
  { userId, resourceId }: OnePerson,
  minutes: number,
): Promise<number | null> {
  const rows = await db.prepared<{ was: number }>(
    'checks.update_extra_time',
    `with person as (select id from users where id = $1 and deleted_at is null),
     was as (select extra_minutes from check_allowances where user_id = $1 and resource_id = $2),
     saved as (
       insert into check_allowances (user_id, resource_id, extra_minutes) select id, $2, $3 from person
       on conflict (user_id, resource_id) do update set extra_minutes = excluded.extra_minutes returning user_id
     )
     select coalesce((select extra_minutes from was), 0) as was from saved`,
    [userId, resourceId, minutes],
  );
  return rows[0]?.was ?? null;
}

/** Finds and locks the open attempt of a person. */
export async function lockOpenAttempt(
  db: Db,
  { userId, resourceId }: OnePerson,
): Promise<{ id: number; version: number; started_at: Date; isOver: boolean } | null> {
  const rows = await db.prepared(
    'checks.lock_open_attempt',
    db.kysely
      .selectFrom('check_attempts')
      .select(['id', 'version', 'started_at', sql<boolean>`due_at <= now()`.as('isOver')])
      .where('user_id', '=', userId)
      .where('resource_id', '=', resourceId)
      .where('handed_in_at', 'is', null)
      .forUpdate(),
  );
  return rows[0] ?? null;
}

export async function updateDueAt(db: Db, attemptId: number, dueAt: Date): Promise<void> {
  await db.prepared(
    'checks.update_due_at',
    db.kysely.updateTable('check_attempts').set({ due_at: dueAt }).where('id', '=', attemptId),
  );
}
