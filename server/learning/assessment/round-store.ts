import type { QuestionCounts } from '#contract/learning/assessment-rounds.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { FullAnswers } from './rules.ts';

/** A round with its numbers and the reader's own state. */
export type RoundRow = {
  id: number;
  organisation_id: number;
  title: string;
  content_version: string;
  closes_on: string;
  created_at: Date;
  closed_at: Date | null;
  invited: number;
  answered: number;
  has_results: boolean;
  /** Whether people can answer: the round is not closed, and its last day is not over. */
  is_open: boolean;
  is_invited: boolean;
  has_answered: boolean;
};

/** The current day (UTC), by the database's clock. */
const today = `(now() at time zone 'utc')::date`;

/** Columns of a round for the reader `$1`. */
const roundColumns = `r.id, r.organisation_id, r.title, r.content_version, r.closes_on, r.created_at, r.closed_at,
  coalesce(r.invited, (select count(*)::integer from assessment_round_people p where p.round_id = r.id)) as invited,
  coalesce(r.answered, (select count(*)::integer from assessment_round_answers a where a.round_id = r.id)) as answered,
  exists (select from assessment_round_sets s where s.round_id = r.id and s.position = 0 and s.counts is not null) as has_results,
  r.closed_at is null and r.closes_on >= ${today} as is_open,
  exists (select from assessment_round_people p where p.round_id = r.id and p.user_id = $1) as is_invited,
  exists (select from assessment_round_answers a where a.round_id = r.id and a.user_id = $1) as has_answered`;

type NewRound = { organisationId: number; title: string; contentVersion: string; closesOn: string };

/** Adds a round. @returns its id; null when its last day is before today or more than 366 days ahead */
export async function insertRound(db: Db, round: NewRound): Promise<number | null> {
  const rows = await db.prepared<{ id: number }>(
    'assessment.insert_round',
    `insert into assessment_rounds (organisation_id, title, content_version, closes_on)
     select $1, $2, $3, $4::date where $4::date between ${today} and ${today} + 366 returning id`,
    [round.organisationId, round.title, round.contentVersion, round.closesOn],
  );
  return rows[0]?.id ?? null;
}

/** Adds the invited people of a round, the set of all who answer (position 0) and the groups (from position 1). */
export async function insertInvited(
  db: Db,
  roundId: number,
  { people, groups }: { people: readonly number[]; groups: readonly { name: string; people: readonly number[] }[] },
): Promise<void> {
  await db.prepared(
    'assessment.insert_round_people',
    'insert into assessment_round_people (round_id, user_id) select $1, unnest($2::integer[])',
    [roundId, people],
  );
  await db.prepared(
    'assessment.insert_round_sets',
    `insert into assessment_round_sets (round_id, position, name)
     select $1::integer, 0, null union all
     select $1::integer, position, name from unnest($2::text[]) with ordinality as one (name, position)`,
    [roundId, groups.map(({ name }) => name)],
  );
  const members = groups.flatMap((group, index) =>
    [...new Set(group.people)].map((person) => ({ person, position: index + 1 })),
  );
  await db.prepared(
    'assessment.insert_round_group_people',
    `insert into assessment_round_group_people (round_id, position, user_id)
     select $1, position, person from unnest($2::smallint[], $3::integer[]) as one (position, person)`,
    [roundId, members.map(({ position }) => position), members.map(({ person }) => person)],
  );
}

type Listed = { userId: number; organisationId: number; isLearner: boolean };

/**
 * Lists a page of an organisation's rounds, newest first; for a learner, only open rounds to which the learner is
 * invited.
 */
export function listRounds(
  db: Db,
  { userId, organisationId, isLearner, limit, offset }: Listed & { limit: number; offset: number },
): Promise<RoundRow[]> {
  return db.prepared<RoundRow>(
    'assessment.list_rounds',
    `select ${roundColumns} from assessment_rounds r where r.organisation_id = $2 and ${seen}
     order by r.id desc limit $4 offset $5`,
    [userId, organisationId, isLearner, limit, offset],
  );
}

export async function countRounds(db: Db, { userId, organisationId, isLearner }: Listed): Promise<number> {
  const rows = await db.prepared<{ count: number }>(
    'assessment.count_rounds',
    `select count(*) from assessment_rounds r where r.organisation_id = $2 and ${seen}`,
    [userId, organisationId, isLearner],
  );
  return rows[0]?.count ?? 0;
}

const seen = `(not $3::boolean or r.closed_at is null and r.closes_on >= ${today}
  and exists (select from assessment_round_people p where p.round_id = r.id and p.user_id = $1))`;

/** Finds a round of an organisation with a person's own state, whether invited or not. */
export async function findRound(
  db: Db,
  { userId, organisationId, roundId }: { userId: number; organisationId: number; roundId: number },
): Promise<RoundRow | null> {
  const rows = await db.prepared<RoundRow>(
    'assessment.find_round',
    `select ${roundColumns} from assessment_rounds r where r.organisation_id = $2 and r.id = $3`,
    [userId, organisationId, roundId],
  );
  return rows[0] ?? null;
}

/** Prevents a round from closing, and an invited person from being removed from it, until the transaction ends. */
export async function holdRound(db: Db, roundId: number, userId: number): Promise<void> {
  await db.prepared('assessment.hold_round', 'select from assessment_rounds where id = $1 for share', [roundId]);
  await db.prepared(
    'assessment.hold_round_person',
    'select from assessment_round_people where round_id = $1 and user_id = $2 for key share',
    [roundId, userId],
  );
}

/** Stores an invited person's answers; later answers replace earlier ones. */
export async function upsertAnswers(
  db: Db,
  { roundId, userId, answers }: { roundId: number; userId: number; answers: FullAnswers },
): Promise<void> {
  await db.prepared(
    'assessment.upsert_round_answers',
    `insert into assessment_round_answers (round_id, user_id, answers) values ($1, $2, $3)
     on conflict on constraint assessment_round_answers_pkey do update set answers = excluded.answers, answered_at = now()`,
    [roundId, userId, JSON.stringify(answers)],
  );
}

export async function findAnswers(db: Db, roundId: number, userId: number): Promise<FullAnswers | null> {
  const rows = await db.prepared<{ answers: FullAnswers }>(
    'assessment.find_round_answers',
    'select answers from assessment_round_answers where round_id = $1 and user_id = $2',
    [roundId, userId],
  );
  return rows[0]?.answers ?? null;
}

/** A stored set of a round: its name, and its counts if it is shown. */
export type SetRow = { position: number; name: string | null; answered: number | null; counts: QuestionCounts | null };

/** Lists the sets of a round; the first contains everybody who answered. */
export function listSets(db: Db, roundId: number): Promise<SetRow[]> {
  return db.prepared<SetRow>(
    'assessment.list_round_sets',
    'select position, name, answered, counts from assessment_round_sets where round_id = $1 order by position',
    [roundId],
  );
}

/**
 * Finds the last round before this one that has results under the same content version, with the counts of everybody.
 */
export async function findRoundBefore(
  db: Db,
  round: Pick<RoundRow, 'id' | 'organisation_id' | 'content_version' | 'closed_at'>,
): Promise<{ id: number; title: string; closed_at: Date; counts: QuestionCounts } | null> {
  const rows = await db.prepared<{ id: number; title: string; closed_at: Date; counts: QuestionCounts }>(
    'assessment.find_round_before',
    `select r.id, r.title, r.closed_at, s.counts from assessment_rounds r
     join assessment_round_sets s on s.round_id = r.id and s.position = 0 and s.counts is not null
     where r.organisation_id = $1 and r.content_version = $2 and (r.closed_at, r.id) < ($3, $4)
     order by r.closed_at desc, r.id desc limit 1`,
    [round.organisation_id, round.content_version, round.closed_at, round.id],
  );
  return rows[0] ?? null;
}

/** A stored entry of a round's plan. */
export type RoundPlanRow = {
  action_id: string;
  owner_id: number | null;
  owner_name: string | null;
  due_on: string | null;
  status: 'not_started' | 'in_progress' | 'done';
};

export function listPlan(db: Db, roundId: number): Promise<RoundPlanRow[]> {
  return db.prepared<RoundPlanRow>(
    'assessment.list_round_plan',
    `select p.action_id, p.owner_id, trim(u.first_name || ' ' || u.last_name) as owner_name, p.due_on, p.status
     from assessment_round_plan p left join users u on u.id = p.owner_id where p.round_id = $1`,
    [roundId],
  );
}

type Noted = { id: string; ownerId: number | null; dueOn: string | null; status: string };

export async function upsertPlan(db: Db, roundId: number, actions: readonly Noted[]): Promise<void> {
  await db.prepared(
    'assessment.upsert_round_plan',
    `insert into assessment_round_plan (round_id, action_id, owner_id, due_on, status)
     select $1, * from unnest($2::text[], $3::integer[], $4::date[], $5::text[])
     on conflict on constraint assessment_round_plan_pkey do update set
       owner_id = excluded.owner_id, due_on = excluded.due_on, status = excluded.status`,
    [
      roundId,
      actions.map(({ id }) => id),
      actions.map(({ ownerId }) => ownerId),
      actions.map(({ dueOn }) => dueOn),
      actions.map(({ status }) => status),
    ],
  );
}
