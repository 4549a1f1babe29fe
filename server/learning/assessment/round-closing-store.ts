import type { Db } from '#server/platform/database/db.ts';
import type { PeopleText, SetResult } from './round-rules.ts';
import type { FullAnswers } from './rules.ts';

/** The current day (UTC), by the database's clock. */
const today = `(now() at time zone 'utc')::date`;

export type ClosingRound = { id: number; organisationId: number };

/**
 * Lists open rounds whose last day is over, in the order in which they must close, because each is compared with the
 * earlier ones of its organisation.
 */
export function listDueRounds(db: Db): Promise<ClosingRound[]> {
  return db.prepared(
    'assessment.list_due_rounds',
    `select id, organisation_id as "organisationId" from assessment_rounds where closed_at is null and closes_on < ${today} order by closes_on, id`,
    [],
  );
}

/**
 * Locks an open round and all others of its organisation: rounds of an organisation close one after the other, each
 * compared with those before, and answers wait. The caller must have locked the organisation, so that its people do not
 * change.
 * @returns false when the round is closed already
 */
export async function lockOpenRound(db: Db, { id, organisationId }: ClosingRound): Promise<boolean> {
  const rows = await db.prepared<{ id: number; closed_at: Date | null }>(
    'assessment.lock_rounds',
    'select id, closed_at from assessment_rounds where organisation_id = $1 order by id for update',
    [organisationId],
  );
  return rows.some((round) => round.id === id && round.closed_at === null);
}

/** Lists the people of each group of an open round. */
export function listGroupPeople(db: Db, roundId: number): Promise<{ position: number; people: PeopleText }[]> {
  return db.prepared(
    'assessment.list_round_group_people',
    `select s.position, coalesce(array_agg(g.user_id order by g.user_id) filter (where g.user_id is not null), '{}')::text as people
     from assessment_round_sets s
     left join assessment_round_group_people g on g.round_id = s.round_id and g.position = s.position
     where s.round_id = $1 and s.position > 0 group by s.position order by s.position`,
    [roundId],
  );
}

/** Lists the people who answered in the sets that closed rounds of an organisation show. */
export async function listShownPeople(db: Db, organisationId: number): Promise<PeopleText[]> {
  const rows = await db.prepared<{ people: PeopleText }>(
    'assessment.list_shown_people',
    // Reads the primary key once for each set, so that PostgreSQL does not sort.
    `select shown.people::text as people
     from assessment_rounds r join assessment_round_sets s on s.round_id = r.id cross join lateral (
       select array(select user_id from assessment_round_shown where round_id = s.round_id and position = s.position
         order by user_id) as people) shown
     where r.organisation_id = $1 and r.closed_at is not null and shown.people <> '{}'
     order by r.closed_at, r.id, s.position`,
    [organisationId],
  );
  return rows.map(({ people }) => people);
}

export async function listAnswered(db: Db, roundId: number): Promise<PeopleText> {
  const rows = await db.prepared<{ people: PeopleText }>(
    'assessment.list_round_answered',
    'select array(select user_id from assessment_round_answers where round_id = $1 order by user_id)::text as people',
    [roundId],
  );
  return rows[0]?.people ?? '{}';
}

/**
 * Lists the people who do not count towards the five of a round (TEAM-04): owners and managers know their own answers
 * and see the results, former ones could get the role back once the round is closed, and an account that is younger
 * than the round may have been made for it.
 */
export async function listUncounted(db: Db, { id, organisationId }: ClosingRound): Promise<PeopleText> {
  const rows = await db.prepared<{ people: PeopleText }>(
    'assessment.list_round_uncounted',
    `select array(
       select user_id from organisation_people where organisation_id = $2::integer and role in ('owner', 'manager')
       union select a.user_id from assessment_round_answers a join audit_log l on l.member_user_id = a.user_id
         where a.round_id = $1 and l.object = 'organisation' and l.object_id = $2::integer::text
           and l.before in ('"owner"', '"manager"')
       union select a.user_id from assessment_round_answers a join assessment_rounds r on r.id = a.round_id
         join users u on u.id = a.user_id where a.round_id = $1 and u.created_at > r.created_at
       order by user_id)::text as people`,
    [id, organisationId],
  );
  return rows[0]?.people ?? '{}';
}

/** Deletes and returns the answers of a round, by person. */
export async function takeAnswers(db: Db, roundId: number): Promise<Map<number, FullAnswers>> {
  const rows = await db.prepared<{ user_id: number; answers: FullAnswers }>(
    'assessment.take_round_answers',
    'delete from assessment_round_answers where round_id = $1 returning user_id, answers',
    [roundId],
  );
  return new Map(rows.map(({ user_id, answers }) => [user_id, answers]));
}

/** Deletes the invitations to a round and the people of its groups. @returns the number of invited people */
export async function takePeople(db: Db, roundId: number): Promise<number> {
  // Deletes them in one statement, because the cascade of the other statement deletes them person by person.
  await db.prepared(
    'assessment.delete_round_group_people',
    'delete from assessment_round_group_people where round_id = $1',
    [roundId],
  );
  const rows = await db.prepared<{ count: number }>(
    'assessment.take_round_people',
    `with gone as (delete from assessment_round_people where round_id = $1 returning 1) select count(*) from gone`,
    [roundId],
  );
  return rows[0]?.count ?? 0;
}

export async function closeRound(
  db: Db,
  roundId: number,
  { invited, answered }: { invited: number; answered: number },
): Promise<void> {
  await db.prepared(
    'assessment.close_round',
    'update assessment_rounds set closed_at = clock_timestamp(), invited = $2, answered = $3 where id = $1',
    [roundId, invited, answered],
  );
}

/** A set that is shown permanently: the people who answered in it, their number, and their counts. */
export type KeptSet = {
  position: number;
  people: PeopleText;
  answered: number;
  counts: NonNullable<SetResult['shown']>['counts'];
};

/** Stores the results of a shown set, and its people. */
export async function keepSet(db: Db, roundId: number, { position, people, answered, counts }: KeptSet): Promise<void> {
  await db.prepared(
    'assessment.keep_round_set',
    'update assessment_round_sets set answered = $3, counts = $4 where round_id = $1 and position = $2',
    [roundId, position, answered, JSON.stringify(counts)],
  );
  await db.prepared(
    'assessment.keep_round_shown',
    `insert into assessment_round_shown (round_id, position, user_id) select $1, $2, unnest($3::integer[])`,
    [roundId, position, people],
  );
}

/** A person who is due a mail about open rounds. */
export type Reminded = {
  userId: number;
  email: string;
  firstName: string;
  organisation: string;
  today: string;
  rounds: { id: number; title: string; closesOn: string }[];
};

/**
 * Lists people in batches who are due a mail about open rounds without their answers: of new rounds, and 7 days and 1
 * day before the last day. A person who got such a mail today gets no other before tomorrow.
 */
export async function listReminded(db: Db, { after, limit }: { after: number; limit: number }): Promise<Reminded[]> {
  return db.prepared<Reminded>(
    'assessment.list_round_reminded',
    `with waiting as (
       select p.user_id, p.told_on, r.id, r.title, r.closes_on, r.organisation_id from assessment_round_people p
       join assessment_rounds r on r.id = p.round_id
       where p.user_id > $1 and r.closed_at is null and r.closes_on >= ${today}
         and not exists (select from assessment_round_answers a where a.round_id = p.round_id and a.user_id = p.user_id)
     )
     select u.id as "userId", u.email, u.first_name as "firstName", o.name as organisation, ${today}::text as today,
       json_agg(json_build_object('id', w.id, 'title', w.title, 'closesOn', w.closes_on) order by w.closes_on, w.id) as rounds
     from waiting w join users u on u.id = w.user_id join organisations o on o.id = w.organisation_id
     group by u.id, o.id
     having bool_or(w.told_on is null or w.closes_on - ${today} in (1, 7))
       and bool_and(w.told_on is distinct from ${today})
       and not exists (select from assessment_round_people other where other.user_id = u.id and other.told_on = ${today})
     order by u.id limit $2`,
    [after, limit],
  );
}

/** Records that a person got a mail about these rounds today. */
export async function recordReminder(db: Db, userId: number, roundIds: readonly number[]): Promise<void> {
  await db.prepared(
    'assessment.note_round_reminder',
    `update assessment_round_people set told_on = ${today} where user_id = $1 and round_id = any($2::integer[])`,
    [userId, roundIds],
  );
}
