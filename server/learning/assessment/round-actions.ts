import { isDeepStrictEqual } from 'node:util';
import type { GivenAnswers } from '#contract/learning/assessment.ts';
import type { AssessmentRound, RoundForm, RoundSheet } from '#contract/learning/assessment-rounds.ts';
import type { PageQuery } from '#contract/text.ts';
import { sliceOf } from '#server/catalogue/catalogue/rules.ts';
import type { Contents } from '#server/catalogue/content/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import {
  getOwnOrganisation,
  listPeopleIds,
  lockForJob,
  lockMembership,
  requireMembership,
} from '#server/organisations/organisations/actions.ts';
import { maySee } from '#server/organisations/organisations/rules.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { inTurns } from '#server/platform/turns.ts';
import { checkAnswers } from './actions.ts';
import { waitingRoundsMail } from './emails.ts';
import { showQuestions } from './presenters.ts';
import * as closing from './round-closing-store.ts';
import type { DecidedSets, RoundPeople } from './round-privacy-thread.ts';
import { closeSets, peopleOf, type RoundGroup, textOf } from './round-rules.ts';
import * as store from './round-store.ts';

export type OneRound = { organisationId: number; roundId: number };

/**
 * Starts a round with the current questions, and queues the job that mails the people invited (TEAM-01).
 * @throws organisations.person-not-found, organisations.not-found, organisations.not-allowed, assessment.round-day
 */
export async function startRound(
  ctx: MemberContext,
  organisationId: number,
  form: RoundForm,
  contents: Contents,
): Promise<AssessmentRound> {
  await lockMembership(ctx, organisationId);
  const everybody = await listPeopleIds(ctx, organisationId);
  const named = new Set([...(form.people ?? []), ...form.groups.flatMap(({ people }) => people)]);
  const known = new Set(everybody);
  if ([...named].some((person) => !known.has(person))) throw fail('organisations.person-not-found');
  const { assessment: content } = await contents.current();
  const { title, closesOn, groups } = form;
  const roundId = await store.insertRound(ctx.db, { organisationId, title, contentVersion: content.version, closesOn });
  if (roundId === null) throw fail('assessment.round-day');
  const people = form.all || named.size === 0 ? everybody : [...named];
  await store.insertInvited(ctx.db, roundId, { people, groups });
  const after = { round: title, people: people.length };
  await audit(ctx, { action: 'start-round', object: 'organisation', objectId: organisationId, after });
  await enqueue(ctx.db, 'remind-of-rounds', {}, { key: `remind-of-rounds:${roundId}` });
  return showRound(await requireRound(ctx, { organisationId, roundId }), true);
}

/**
 * Lists a page of an organisation's rounds, newest first, with their total number. Learners see only open rounds to
 * which they are invited.
 */
export async function listRounds(
  ctx: MemberContext,
  organisationId: number,
  query: PageQuery,
): Promise<{ rounds: AssessmentRound[]; total: number }> {
  const { role } = await requireMembership(ctx, organisationId, () => true);
  const listed = { userId: ctx.actor.userId, organisationId, isLearner: !maySee(role) };
  const rows = await store.listRounds(ctx.db, { ...listed, ...sliceOf(query) });
  return { rounds: rows.map((row) => showRound(row, maySee(role))), total: await store.countRounds(ctx.db, listed) };
}

/** Returns the questions of an open round, and the caller's answers. */
export async function getSheet(ctx: MemberContext, one: OneRound, contents: Contents): Promise<RoundSheet> {
  const round = await requireOwnRound(ctx, one);
  const contentOf = await contents.assessments([round.content_version]);
  return {
    id: round.id,
    title: round.title,
    organisation: (await getOwnOrganisation(ctx))?.name ?? '',
    closesOn: round.closes_on,
    invited: round.invited,
    questions: showQuestions(contentOf(round.content_version)),
    answers: await store.findAnswers(ctx.db, round.id, ctx.actor.userId),
  };
}

/** Stores the caller's answers; later answers replace them while the round is open. */
export async function answerRound(
  ctx: MemberContext,
  one: OneRound,
  given: GivenAnswers,
  contents: Contents,
): Promise<void> {
  await requireMembership(ctx, one.organisationId, () => true);
  await store.holdRound(ctx.db, one.roundId, ctx.actor.userId);
  const round = await requireOwnRound(ctx, one);
  const contentOf = await contents.assessments([round.content_version]);
  const answers = checkAnswers(contentOf(round.content_version), given);
  await store.upsertAnswers(ctx.db, { roundId: round.id, userId: ctx.actor.userId, answers });
}

/** Returns the round, which must be open and to which the caller must be invited. */
async function requireOwnRound(ctx: MemberContext, one: OneRound): Promise<store.RoundRow> {
  await requireMembership(ctx, one.organisationId, () => true);
  const round = await requireRound(ctx, one);
  // A closed round no longer has the list of invited people.
  if (!round.is_open) throw fail('assessment.round-closed');
  if (!round.is_invited) throw fail('assessment.round-not-invited');
  return round;
}

/** Returns a round of the caller's organisation. @throws assessment.round-not-found */
export async function requireRound(ctx: MemberContext, { organisationId, roundId }: OneRound): Promise<store.RoundRow> {
  const round = await store.findRound(ctx.db, { userId: ctx.actor.userId, organisationId, roundId });
  if (!round) throw fail('assessment.round-not-found');
  return round;
}

export type { ClosingRound } from './round-closing-store.ts';

/**
 * Reads the people of an open round (TEAM-02).
 * @throws assessment.round-closed, assessment.round-not-found, organisations.not-found, organisations.not-allowed
 */
export async function readOwnPeople(ctx: MemberContext, one: OneRound): Promise<RoundPeople> {
  await requireMembership(ctx, one.organisationId);
  const round = await requireRound(ctx, one);
  if (round.closed_at) throw fail('assessment.round-closed');
  return readPeople(ctx, { id: one.roundId, organisationId: one.organisationId });
}

export async function readPeople(ctx: Context, round: closing.ClosingRound): Promise<RoundPeople> {
  return {
    answered: await closing.listAnswered(ctx.db, round.id),
    groups: await closing.listGroupPeople(ctx.db, round.id),
    earlier: await closing.listShownPeople(ctx.db, round.organisationId),
    uncounted: await closing.listUncounted(ctx.db, round),
  };
}

/** The decision which sets of a round may be shown, with the people on which it is based. */
export type Decision = DecidedSets & { read: RoundPeople };

/**
 * Closes a round before its last day is over (TEAM-02).
 * @returns null when the people of the decision have changed since, for example by another answer or closed round
 * @throws assessment.round-closed, assessment.round-not-found, organisations.not-found, organisations.not-allowed
 */
export async function closeRound(
  ctx: MemberContext,
  one: OneRound,
  decision: Decision,
): Promise<AssessmentRound | null> {
  await lockMembership(ctx, one.organisationId);
  const { id, title } = await requireRound(ctx, one);
  const outcome = await close(ctx, { id, organisationId: one.organisationId }, decision);
  if (outcome === 'was-closed') throw fail('assessment.round-closed');
  if (outcome === 'outdated') return null;
  const deed = { action: 'close-round', object: 'organisation', objectId: one.organisationId } as const;
  await audit(ctx, { ...deed, after: { round: title } });
  return showRound(await requireRound(ctx, one), true);
}

/** Lists the open rounds whose last day is over, in the order in which they must close. */
export function listDueRounds(ctx: Context): Promise<closing.ClosingRound[]> {
  return closing.listDueRounds(ctx.db);
}

/**
 * Closes a due round; does nothing when it is closed already.
 * @returns false when the people of the decision have changed since, for example by another answer or closed round
 */
export async function closeDueRound(ctx: Context, round: closing.ClosingRound, decision: Decision): Promise<boolean> {
  await lockForJob(ctx, round.organisationId);
  return (await close(ctx, round, decision)) !== 'outdated';
}

/**
 * Stores the results that a round shows, and deletes the invitations and the answers. For the decisions of later
 * rounds, it keeps the people of each shown set, apart from any answers.
 */
async function close(
  ctx: Context,
  round: closing.ClosingRound,
  { read, sets, decided }: Decision,
): Promise<'closed' | 'was-closed' | 'outdated'> {
  if (!(await closing.lockOpenRound(ctx.db, round))) return 'was-closed';
  if (!isDeepStrictEqual(await readPeople(ctx, round), read)) return 'outdated';
  const answers = await closing.takeAnswers(ctx.db, round.id);
  const invited = await closing.takePeople(ctx.db, round.id);
  await closing.closeRound(ctx.db, round.id, { invited, answered: answers.size });
  for await (const { position, shown } of inTurns(closeSets(answers, readInTurn(sets), decided))) {
    if (!shown) continue;
    const { people, counts } = shown;
    const kept = { position, people: textOf(people), answered: people.size, counts };
    await closing.keepSet(ctx.db, round.id, kept);
  }
  return 'closed';
}

/** Parses the people of each set only when it is reached. */
function* readInTurn(sets: DecidedSets['sets']): Generator<RoundGroup> {
  for (const { position, people } of sets) yield { position, people: peopleOf(people) };
}

function showRound(row: store.RoundRow, isManager: boolean): AssessmentRound {
  return {
    id: row.id,
    title: row.title,
    contentVersion: row.content_version,
    createdAt: row.created_at.toISOString(),
    closesOn: row.closes_on,
    closedAt: row.closed_at?.toISOString() ?? null,
    invited: isManager ? row.invited : null,
    answered: isManager ? row.answered : null,
    hasResults: row.has_results,
    own: !row.is_open || !row.is_invited ? 'not-invited' : row.has_answered ? 'answered' : 'waiting',
  };
}

const peopleAtOnce = 100;

/**
 * Mails a batch of people whose answers to open rounds are missing: when a round starts, 7 days and 1 day before its
 * last day, at most one mail a day for a person (TEAM-01).
 * @returns the id of the last person of the batch; null when it was the last batch
 */
export async function remindOfRounds(
  ctx: Context,
  after: number,
  { portal, failures }: { portal: Portal; failures: ItemFailures },
): Promise<number | null> {
  const people = await closing.listReminded(ctx.db, { after, limit: peopleAtOnce });
  const site = await portal.site(ctx);
  for (const { userId, today, ...reader } of people) {
    await failures.attemptInside(ctx.db, `member ${userId}`, async () => {
      const mail = waitingRoundsMail(reader, site);
      await queueMail(ctx.db, { kind: 'account', key: `assessment-round:${userId}.${today}` }, mail);
      const roundIds = reader.rounds.map(({ id }) => id);
      await closing.recordReminder(ctx.db, userId, roundIds);
    });
  }
  return people.length < peopleAtOnce ? null : (people.at(-1)?.userId ?? null);
}
