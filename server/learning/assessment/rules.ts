import type { AssessmentContent, AssessmentLevel, QuestionContent } from '#contract/catalogue/assessment-content.ts';
import type { RappPhase, RappPrinciple, RoleAffiliation } from '#contract/catalogue/catalogue.ts';
import { assessmentLevels } from '#contract/catalogue/content-limits.ts';
import type { AssessmentNeeds } from '#contract/learning/assessment.ts';
import {
  type AssessmentAnswers,
  bandOf,
  mostPoints,
  percentOf,
  pointsOf,
} from '#contract/learning/assessment-score.ts';

/** A full set of answers: every question of the version at a known level, and no other question. */
export type FullAnswers = Readonly<Record<string, AssessmentLevel>>;

export type ReadAnswers =
  | { kind: 'full'; answers: FullAnswers }
  | { kind: 'unknown'; questionId: string }
  | { kind: 'incomplete'; missing: number };

/** Checks submitted answers. Saved progress is not checked, so unknown ids and levels are rejected here. */
export function readAnswers(content: AssessmentContent, given: Readonly<Record<string, string>>): ReadAnswers {
  const ids = questionsOf(content).map(({ id }) => id);
  const answers: Record<string, AssessmentLevel> = {};
  for (const [questionId, value] of Object.entries(given)) {
    const level = assessmentLevels.find((one) => one === value);
    if (!level || !ids.includes(questionId)) return { kind: 'unknown', questionId };
    answers[questionId] = level;
  }
  const missing = ids.filter((id) => !Object.hasOwn(answers, id)).length;
  return missing > 0 ? { kind: 'incomplete', missing } : { kind: 'full', answers };
}

/** Points, their percentage of the maximum, and the band. */
export type Score = { points: number; most: number; percent: number; band: AssessmentLevel };

/** A question that keeps the overall band below the band of the points. */
export type Holder = { question: QuestionContent; highest: AssessmentLevel };

export type OverallScore = Score & {
  /** The band that results from the points only. */
  bandOfPoints: AssessmentLevel;
  /** Questions that lower `band`, the strictest limit first; empty when it is not lowered. */
  heldBackBy: Holder[];
};

export function scoreOverall(content: AssessmentContent, answers: FullAnswers): OverallScore {
  const questions = questionsOf(content);
  const score = scoreQuestions(content, questions, answers, 'overall');
  const heldBackBy = holdersOf(content, answers).filter(({ highest }) => isBelow(highest, score.band));
  return { ...score, bandOfPoints: score.band, band: heldBackBy[0]?.highest ?? score.band, heldBackBy };
}

/** Scores one section. @param sectionId of this version */
export function scoreSection(content: AssessmentContent, sectionId: string, answers: FullAnswers): Score {
  const section = content.sections.find(({ id }) => id === sectionId);
  if (!section) throw new Error(`There is no section ${sectionId}`);
  return scoreQuestions(content, section.questions, answers, 'section');
}

function scoreQuestions(
  { levels }: AssessmentContent,
  questions: readonly QuestionContent[],
  answers: AssessmentAnswers,
  of: 'section' | 'overall',
): Score {
  const ids = questions.map(({ id }) => id);
  const points = pointsOf(levels, ids, answers);
  if (points === null) throw new Error('Only full answers have a score');
  const most = mostPoints(levels, ids.length);
  return { points, most, percent: percentOf(points, most), band: bandOf(levels, points, of) };
}

/**
 * Returns each question at the lowest level with the strictest limit that it sets; the strictest first, then in the
 * order of the questions.
 */
function holdersOf(content: AssessmentContent, answers: FullAnswers): Holder[] {
  const lowest = assessmentLevels[0];
  const atLowest = questionsOf(content).filter(({ id }) => answers[id] === lowest);
  const holders = atLowest.flatMap((question) => {
    const limits = content.limits.filter(({ questions }) => questions.includes(question.id));
    const [strictest] = limits.toSorted((a, b) => rankOf(a.highest) - rankOf(b.highest));
    return strictest ? [{ question, highest: strictest.highest }] : [];
  });
  return holders.toSorted((a, b) => rankOf(a.highest) - rankOf(b.highest));
}

/** Returns the rank of a level, from 0 for the lowest. */
export function rankOf(level: AssessmentLevel): number {
  return assessmentLevels.indexOf(level);
}

const isBelow = (one: AssessmentLevel, other: AssessmentLevel) => rankOf(one) < rankOf(other);

/** Returns a percentage for each principle: of the points of the questions that inform it most. */
export function scorePrinciples(
  content: AssessmentContent,
  answers: FullAnswers,
): { principle: RappPrinciple; meaning: string; percent: number }[] {
  return content.principles.map(({ principle, meaning, questions }) => {
    const points = pointsOf(content.levels, questions, answers);
    if (points === null) throw new Error(`Principle ${principle} names a question that does not exist`);
    return { principle, meaning, percent: percentOf(points, mostPoints(content.levels, questions.length)) };
  });
}

export function questionsOf({ sections }: AssessmentContent): QuestionContent[] {
  return sections.flatMap(({ questions }) => questions);
}

/** Minimum number of members to show a count, because a member of a smaller group might be recognised. */
export const fewestMembers = 5;

type Tags = { principle: RappPrinciple; phase: RappPhase; role: RoleAffiliation };

/** Returns one key for three tags. */
export const keyOfTags = ({ principle, phase, role }: Tags) => `${principle} ${phase} ${role}`;

/** Returns the actions of all levels below the highest, each with its question and level. */
export function neededActions(content: AssessmentContent) {
  const below = assessmentLevels.slice(0, -1);
  return questionsOf(content).flatMap((question) =>
    below.flatMap((level) => question.actions[level].map((action) => ({ action, question, level }))),
  );
}

/** Returns the keys to count: each answer under the id of every action that it needs, and under that action's tags. */
export function needsToCount(content: AssessmentContent): { questionId: string; level: string; key: string }[] {
  return neededActions(content).flatMap(({ action, question, level }) =>
    [action.id, keyOfTags(action)].map((key) => ({ questionId: question.id, level, key })),
  );
}

/** Returns the actions that enough members need, most needed first, then in the order of the content. */
export function mostNeeded(
  content: AssessmentContent,
  counts: ReadonlyMap<string, number>,
): AssessmentNeeds['actions'] {
  return neededActions(content)
    .map(({ action, question }) => ({ ...action, questionTitle: question.title, members: counts.get(action.id) ?? 0 }))
    .filter(({ members }) => members >= fewestMembers)
    .toSorted((a, b) => b.members - a.members);
}

/**
 * Returns the tags without a listed resource. Those that many members need come first; those with too few members to
 * count are ordered by their number of actions.
 */
export function gapsOf(
  content: AssessmentContent,
  counts: ReadonlyMap<string, number>,
  unserved: readonly Tags[],
): AssessmentNeeds['gaps'] {
  const actions = neededActions(content).map(({ action }) => keyOfTags(action));
  return unserved
    .map(({ principle, phase, role }) => {
      const key = keyOfTags({ principle, phase, role });
      const members = counts.get(key) ?? 0;
      return {
        principle,
        phase,
        role,
        actions: actions.filter((one) => one === key).length,
        members: members >= fewestMembers ? members : null,
      };
    })
    .toSorted(
      (a, b) => (b.members ?? 0) - (a.members ?? 0) || b.actions - a.actions || (keyOfTags(a) < keyOfTags(b) ? -1 : 1),
    );
}
