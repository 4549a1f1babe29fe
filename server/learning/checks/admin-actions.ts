import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type {
  AdminCheck,
  CheckDraftForm,
  CheckFilePreview,
  CheckImportForm,
  CheckPreview,
  CheckStatistics,
  VoidForm,
} from '#contract/learning/checks-admin.ts';
import { CheckContent, type CheckQuestion } from '#contract/learning/checks-content.ts';
import { checkLimits, defaultCheckSettings } from '#contract/learning/checks-limits.ts';
import { problemsOf } from '#contract/learning/checks-warnings.ts';
import { listSections, requirePictures } from '#server/catalogue/articles/actions.ts';
import { findResource } from '#server/catalogue/catalogue/actions.ts';
import { announceCatalogueChange } from '#server/catalogue/catalogue/version-actions.ts';
import { describePdf } from '#server/catalogue/files/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { audit } from '#server/platform/audit.ts';
import { rejectConflict } from '#server/platform/conflict.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { loadPictures } from './actions.ts';
import * as store from './admin-store.ts';
import { drawQuestions, placeIds, shownQuestion } from './drawing.ts';
import { raisedScoreMail } from './emails.ts';
import { drawnQuestions } from './rules.ts';
import { statisticsOf } from './statistics-rules.ts';
import { findContent } from './store.ts';

/** Minimum attempts before shares of a question are shown. */
const fewestAttempts = 5;

/** Number of latest attempts that decide the most chosen wrong answer. */
const latestAttempts = 1_000;

const empty: CheckContent = { settings: defaultCheckSettings, questions: [] };

/** Returns the resource of a check as administrators see it. @throws catalogue.not-found */
export async function requireResource(ctx: Context, resourceId: number) {
  const found = await findResource(ctx, resourceId, 'administrator');
  if (!found) throw fail('catalogue.not-found');
  return found;
}

/** Returns the check of a resource for its editor; an empty draft before the first save. @throws catalogue.not-found */
export async function getAdminCheck(ctx: Context, resourceId: number): Promise<AdminCheck> {
  const { resource, file } = await requireResource(ctx, resourceId);
  const check = await store.findCheck(ctx.db, resourceId);
  const versions = (await store.listVersions(ctx.db, resourceId, null)).map((row) => ({
    version: row.version,
    publishedAt: row.published_at.toISOString(),
    publishedBy: row.publishedBy,
    attempts: row.attempts,
  }));
  const version = check?.version ?? null;
  const voided = version === null ? [] : await store.listVoided(ctx.db, resourceId, version);
  const pdf = resource.hasPages && file ? await describePdf(ctx, { fileId: file.id, samplePages: 0 }) : null;
  return {
    resourceId,
    title: resource.title,
    content: check ? CheckContent.parse(check.draft) : empty,
    updatedAt: check?.updated_at.toISOString() ?? null,
    published: versions.find((one) => one.version === version) ?? null,
    hasChanges:
      check !== null &&
      (version === null || !isDeepStrictEqual(check.draft, await findContent(ctx.db, { resourceId, version }))),
    voided: voided.map(({ question_id, reason, voided_at, voidedBy }) => ({
      questionId: question_id,
      reason,
      voidedAt: voided_at.toISOString(),
      voidedBy,
    })),
    versions,
    headings: (await listSections(ctx, resourceId)).map(({ id, title }) => ({ section: id, title })),
    pages: pdf?.pages ?? null,
  };
}

/** Saves the draft of a check. @throws catalogue.not-found, checks.conflict, articles.picture-unknown */
export async function saveDraft(
  ctx: MemberContext,
  resourceId: number,
  { content, updatedAt }: CheckDraftForm,
): Promise<AdminCheck> {
  await requireResource(ctx, resourceId);
  const check = await store.lockCheck(ctx.db, resourceId);
  if (check) rejectConflict({ seenAt: updatedAt, savedAt: check.updated_at }, 'checks.conflict');
  await keepDraft(ctx, { resourceId, check, content });
  return getAdminCheck(ctx, resourceId);
}

type Keeping = { resourceId: number; check: store.CheckRow | null; content: CheckContent };

/** Stores a draft with an entry in the audit log. The caller must have locked the check. */
async function keepDraft(ctx: MemberContext, { resourceId, check, content }: Keeping): Promise<void> {
  await requirePictures(
    ctx,
    content.questions.flatMap(({ picture }) => picture?.url ?? []),
  );
  if (check) await store.updateDraft(ctx.db, resourceId, content);
  else if (!(await store.insertCheck(ctx.db, resourceId, content))) throw fail('checks.conflict');
  await audit(ctx, {
    action: 'save-check',
    object: 'resource',
    objectId: resourceId,
    before: check && summaryOf(check.draft),
    after: summaryOf(content),
  });
}

/** Returns the content for the audit log: settings and number of questions. The texts are in the versions. */
const summaryOf = ({ settings, questions }: CheckContent) => ({ ...settings, questions: questions.length });

/**
 * Publishes the draft as a new version. Voided questions of the version before stay void if they still ask and accept
 * the same.
 * @throws catalogue.not-found, checks.not-found, checks.conflict, checks.not-ready, checks.unchanged,
 * articles.picture-unknown
 */
export async function publishDraft(ctx: MemberContext, resourceId: number, updatedAt: string): Promise<AdminCheck> {
  await requireResource(ctx, resourceId);
  const check = await store.lockCheck(ctx.db, resourceId);
  if (!check) throw fail('checks.not-found');
  rejectConflict({ seenAt: updatedAt, savedAt: check.updated_at }, 'checks.conflict');
  const content = CheckContent.parse(check.draft);
  const problem = problemsOf(content).find(({ blocks }) => blocks);
  if (problem) {
    const sentence = problem.number === null ? problem.sentence : `Question ${problem.number}: ${problem.sentence}`;
    throw fail('checks.not-ready', { problem: sentence });
  }
  const before = check.version === null ? null : await findContent(ctx.db, { resourceId, version: check.version });
  if (before && isDeepStrictEqual(check.draft, before)) throw fail('checks.unchanged');
  await requirePictures(
    ctx,
    content.questions.flatMap(({ picture }) => picture?.url ?? []),
  );
  const [latest] = await store.listVersions(ctx.db, resourceId, 1);
  const version = await store.insertVersion(ctx.db, { resourceId, content, publishedBy: ctx.actor.userId });
  if (latest) await keepVoided(ctx, { resourceId, from: latest.version, to: version, content });
  await store.updateVersion(ctx.db, resourceId, version);
  await audit(ctx, {
    action: 'publish-check',
    object: 'resource',
    objectId: resourceId,
    before: check.version === null ? null : { version: check.version },
    after: { version, ...summaryOf(content) },
  });
  return announced(ctx, await getAdminCheck(ctx, resourceId));
}

/** Whether two questions ask and accept the same; explanations and pointers may differ. */
function asksTheSame(one: CheckQuestion, other: CheckQuestion): boolean {
  const asked = ({ explanation: _, pointer: __, ...rest }: CheckQuestion) => rest;
  return isDeepStrictEqual(asked(one), asked(other));
}

type NewVersion = { resourceId: number; from: number; to: number; content: CheckContent };

/** Lets voided questions of the version before stay void where the new version asks the same. */
async function keepVoided(ctx: Context, { resourceId, from, to, content }: NewVersion): Promise<void> {
  const before = new Map(
    (await findContent(ctx.db, { resourceId, version: from }))?.questions.map((one) => [one.id, one]),
  );
  const questionIds = content.questions
    .filter((question) => {
      const former = before.get(question.id);
      return former !== undefined && asksTheSame(question, former);
    })
    .map(({ id }) => id);
  await store.copyVoided(ctx.db, { resourceId, from, to, questionIds });
}

/** Announces a change of the catalogue, because a published or removed check changes the steps of learning paths. */
async function announced(ctx: Context, check: AdminCheck): Promise<AdminCheck> {
  await announceCatalogueChange(ctx);
  return check;
}

/**
 * Removes the check from a resource; its attempts and versions stay. Deletes a draft that was never published.
 * @throws catalogue.not-found, checks.not-found
 */
export async function removeCheck(ctx: MemberContext, resourceId: number): Promise<AdminCheck> {
  await requireResource(ctx, resourceId);
  const check = await store.lockCheck(ctx.db, resourceId);
  if (!check) throw fail('checks.not-found');
  const [latest] = await store.listVersions(ctx.db, resourceId, 1);
  if (latest && check.version === null) throw fail('checks.not-found');
  if (latest) await store.updateVersion(ctx.db, resourceId, null);
  else await store.deleteCheck(ctx.db, resourceId);
  const before = { version: check.version, ...summaryOf(check.draft) };
  await audit(ctx, { action: 'remove-check', object: 'resource', objectId: resourceId, before });
  return announced(ctx, await getAdminCheck(ctx, resourceId));
}

/**
 * Lets a faulty question of a version, by default the published one, count as right for everybody, in each version in
 * which it asks and accepts the same. A job scores past attempts again and mails the people whose scores rise
 * (CHECK-02).
 * @throws catalogue.not-found, checks.not-found, checks.question-not-found, checks.already-void, checks.last-question
 */
export async function voidQuestion(
  ctx: MemberContext,
  { resourceId, questionId, reason, version: asked }: { resourceId: number; questionId: string } & VoidForm,
): Promise<AdminCheck> {
  await requireResource(ctx, resourceId);
  const check = await store.lockCheck(ctx.db, resourceId);
  const version = asked ?? check?.version ?? null;
  if (!check || version === null) throw fail('checks.not-found');
  const found = await store.lockVersionsWith(ctx.db, { resourceId, questionId });
  const faulty = found.find((one) => one.version === version);
  if (!faulty) throw fail('checks.question-not-found');
  if (faulty.isVoid) throw fail('checks.already-void');
  const alike = found.filter(({ question }) => asksTheSame(question, faulty.question));
  // Nothing is drawn from an earlier version any more.
  if (alike.some((one) => one.version === check.version && one.counting <= 1)) throw fail('checks.last-question');
  const versions = alike.filter(({ isVoid }) => !isVoid).map((one) => one.version);
  await store.insertVoided(ctx.db, { resourceId, versions, questionId, reason, voidedBy: ctx.actor.userId });
  await audit(ctx, {
    action: 'void-question',
    object: 'resource',
    objectId: resourceId,
    after: { questionId, versions, reason },
  });
  const key = `rescore-check:${resourceId}.${version}.${questionId}`;
  await enqueue(ctx.db, 'rescore-check', { resourceId, versions, questionId, reason }, { key });
  return getAdminCheck(ctx, resourceId);
}

export type Rescoring = { resourceId: number; versions: number[]; questionId: string; reason: string };

/** Maximum people whose attempts are scored again in one transaction. */
const peopleAtOnce = 200;

/**
 * Scores the attempts of the next people with an id after `after` again, and mails each whose account is not deleted.
 * @returns the last id; null when there are no more
 */
export async function rescorePart(
  ctx: Context,
  { reason, ...one }: Rescoring,
  { after, portal, failures }: { after: number; portal: Portal; failures: ItemFailures },
): Promise<number | null> {
  const userIds = await store.listToAward(ctx.db, one, { after, limit: peopleAtOnce });
  const site = await portal.site(ctx);
  const { resourceId, questionId } = one;
  for (const userId of userIds) {
    await failures.attemptInside(ctx.db, `member ${userId}`, async () => {
      await store.awardQuestion(ctx.db, one, userId);
      const reader = await store.findRaised(ctx.db, resourceId, userId);
      if (!reader) return;
      await queueMail(
        ctx.db,
        { kind: 'account', key: `check-rescored:${resourceId}.${one.versions.at(-1)}.${questionId}.${userId}` },
        raisedScoreMail({ ...reader, resourceId, reason }, site),
      );
    });
  }
  return userIds.length < peopleAtOnce ? null : (userIds.at(-1) ?? null);
}

/** Returns the draft or a version as a file. @throws catalogue.not-found, checks.not-found, checks.version-not-found */
export async function exportCheck(ctx: Context, resourceId: number, version: number | null): Promise<string> {
  await requireResource(ctx, resourceId);
  const check = await store.findCheck(ctx.db, resourceId);
  if (!check) throw fail('checks.not-found');
  const content = version === null ? check.draft : await findContent(ctx.db, { resourceId, version });
  if (!content) throw fail('checks.version-not-found');
  // The schema restores the order of fields, which the database does not keep.
  return `${JSON.stringify(CheckContent.parse(content), null, 2)}\n`;
}

/** Records in the audit log that questions and their right answers are taken out (ADM-32). */
export function recordExport(ctx: Context, resourceId: number, version: number | null): Promise<void> {
  return audit(ctx, { action: 'export-check', object: 'resource', objectId: resourceId, after: { version } });
}

/**
 * Brings the questions of a file without mistakes into the draft.
 * @throws catalogue.not-found, checks.conflict, checks.import-mistake, checks.too-many-questions,
 * articles.picture-unknown
 */
export async function importQuestions(
  ctx: MemberContext,
  resourceId: number,
  { updatedAt, way, read }: Pick<CheckImportForm, 'updatedAt' | 'way'> & { read: CheckFilePreview },
): Promise<AdminCheck> {
  await requireResource(ctx, resourceId);
  const check = await store.lockCheck(ctx.db, resourceId);
  if (check) rejectConflict({ seenAt: updatedAt, savedAt: check.updated_at }, 'checks.conflict');
  const { mistakes, questions, settings } = read;
  const [first] = mistakes;
  if (first) {
    const place = first.line === null ? (first.path ?? 'The file') : `Line ${first.line}`;
    throw fail('checks.import-mistake', { place, sentence: first.sentence });
  }
  const before = check ? CheckContent.parse(check.draft) : empty;
  const kept = way === 'append' ? before.questions : [];
  const number = kept.length + questions.length;
  if (number > checkLimits.questions) {
    throw fail('checks.too-many-questions', { most: checkLimits.questions, number });
  }
  const taken = new Set(kept.map(({ id }) => id));
  const content = {
    settings: way === 'replace' && settings ? settings : before.settings,
    // An id that the draft has already would be two questions: the imported one gets another.
    questions: [...kept, ...questions.map((question) => ({ ...question, id: freeId(question.id, taken) }))],
  };
  await keepDraft(ctx, { resourceId, check, content });
  return getAdminCheck(ctx, resourceId);
}

function freeId(id: string, taken: Set<string>): string {
  let free = id;
  while (taken.has(free)) free = randomBytes(6).toString('hex');
  taken.add(free);
  return free;
}

/** Returns the draft as an attempt would ask it; saves nothing. @throws catalogue.not-found, checks.not-found */
export async function previewDraft(ctx: Context, resourceId: number): Promise<CheckPreview> {
  await requireResource(ctx, resourceId);
  const check = await store.findCheck(ctx.db, resourceId);
  if (!check) throw fail('checks.not-found');
  const seed = randomBytes(16);
  const questionIds = drawQuestions(check.draft, { seed, voided: [] });
  const questions = drawnQuestions(check.draft, questionIds);
  const pictures = await loadPictures(ctx, questions);
  const shown = { seed, idOf: placeIds, shuffles: check.draft.settings.shuffles };
  return {
    questions: questions.map((question, index) => ({
      number: index + 1,
      ...shownQuestion(question, shown),
      picture: pictures(question),
      answer: null,
    })),
    questionIds,
  };
}

/**
 * Returns how the questions of a version were answered (CHECK-03).
 * @throws catalogue.not-found, checks.not-found, checks.version-not-found
 */
export async function getStatistics(ctx: Context, resourceId: number, asked: number | null): Promise<CheckStatistics> {
  await requireResource(ctx, resourceId);
  const check = await store.findCheck(ctx.db, resourceId);
  const version = asked ?? check?.version ?? null;
  if (version === null) throw fail('checks.not-found');
  const content = await findContent(ctx.db, { resourceId, version });
  if (!content) throw fail('checks.version-not-found');
  const of = { resourceId, version };
  const counts = await store.countQuestions(ctx.db, of);
  const latest = await store.listLatestAnswers(ctx.db, of, latestAttempts);
  return {
    version,
    ...(await store.countAttempts(ctx.db, of)),
    members: await store.countAttemptMembers(ctx.db, of),
    fewest: fewestAttempts,
    questions: statisticsOf(content.questions, { counts, latest, fewest: fewestAttempts }),
  };
}

/** Adds answers to the counts of statistics. @returns whether there may be more */
export async function addAnswerCounts(ctx: Context): Promise<boolean> {
  return (await store.addAnswerCounts(ctx.db, countedAtOnce)) === countedAtOnce;
}

const countedAtOnce = 1_000;
