import type { AssessmentLevel } from '#contract/catalogue/assessment-content.ts';
import type { AssessmentRound, RoundResults } from '#contract/learning/assessment-rounds.ts';
import { usualContent } from '#server/catalogue/content/rules.ts';
import { countAnswers } from '#server/learning/assessment/round-rules.ts';
import { questionsOf } from '#server/learning/assessment/rules.ts';
import type { Database } from '#server/platform/database/db.ts';
import { enqueueAny } from './jobs.ts';
import { type Person, seatedOrganisation } from './organisations.ts';
import type { TestPortal } from './portal.ts';

const content = usualContent.assessment;

/** Returns the day that is this many days from today (UTC). */
export const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Returns the same answer to all questions, except for the changed ones. */
export const allAt = (level: AssessmentLevel, changed: object = {}) => ({
  ...Object.fromEntries(questionsOf(content).map(({ id }) => [id, level])),
  ...changed,
});

export async function runTask(portal: TestPortal, name: string): Promise<void> {
  await enqueueAny(portal.database.db, name, {}, { maxAttempts: 1 });
  await portal.runJobs();
}

/** Creates an organisation with an owner, a manager and this many learners, and functions for its rounds. */
export async function measuringOrganisation(portal: TestPortal, learners: number) {
  const organisation = await seatedOrganisation(portal, 'manager', ...Array<'learner'>(learners).fill('learner'));
  const [manager, ...people] = organisation.others as [Person, ...Person[]];
  const rounds = `${organisation.path}/assessment-rounds`;
  const start = async (form: object = {}): Promise<AssessmentRound> => {
    const started = await manager.post<AssessmentRound>(rounds, { title: 'Autumn', closesOn: dayIn(30), ...form });
    if (started.status !== 201) throw new Error(`No round was started: ${JSON.stringify(started.body)}`);
    return started.body;
  };
  const answer = (person: Person, roundId: number, answers: object = allAt('emerging')) =>
    person.post<{ code?: string; message: string }>(`${rounds}/${roundId}/answers`, {
      contentVersion: content.version,
      answers,
    });
  const close = (roundId: number) =>
    manager.post<AssessmentRound & { code?: string }>(`${rounds}/${roundId}/close`, {});
  return {
    ...organisation,
    manager,
    people,
    rounds,
    start,
    answer,
    close,
    results: async (roundId: number) => (await manager.get<RoundResults>(`${rounds}/${roundId}/results`)).body,
    /** Runs a whole round, which these people answer. */
    hold: async (who: readonly Person[], form: object = {}, answersOf = (_index: number) => allAt('emerging')) => {
      const { id } = await start(form);
      for (const [index, person] of who.entries()) {
        const { status, body } = await answer(person, id, answersOf(index));
        if (status !== 200) throw new Error(`Not answered: ${JSON.stringify(body)}`);
      }
      await close(id);
      return id;
    },
  };
}

/**
 * Inserts an open round with these people, and a closed one that five of them answered equally, for the authorisation
 * matrix.
 */
export async function insertRounds({ pool }: Database, organisationId: number, people: readonly number[]) {
  const insert = async (text: string, values: unknown[]): Promise<number> =>
    (await pool.query(text, values)).rows[0].id;
  const five = people.slice(0, 5);
  const open = await insert(
    `insert into assessment_rounds (organisation_id, title, content_version, closes_on)
     values ($1, 'Open', $2, $3) returning id`,
    [organisationId, content.version, dayIn(30)],
  );
  await pool.query(
    `insert into assessment_round_people (round_id, user_id, told_on) select $1, unnest($2::integer[]), current_date`,
    [open, people],
  );
  const closed = await insert(
    `insert into assessment_rounds (organisation_id, title, content_version, closes_on, closed_at, invited, answered)
     values ($1, 'Closed', $2, $3, now(), 5, 5) returning id`,
    [organisationId, content.version, dayIn(0)],
  );
  await pool.query(
    `insert into assessment_round_sets (round_id, position, answered, counts) values ($1, 0, null, null), ($2, 0, 5, $3)`,
    [open, closed, JSON.stringify(countAnswers(five.map(() => allAt('initial'))))],
  );
  await pool.query(
    'insert into assessment_round_shown (round_id, position, user_id) select $1, 0, unnest($2::integer[])',
    [closed, five],
  );
  return {
    'organisation.round.id': open,
    'organisation.round.day': dayIn(30),
    'organisation.closed_round.id': closed,
  };
}
