import {
  type AssessmentContent,
  type AssessmentLevel,
  assessmentLevels,
  type QuestionContent,
} from '#contract/assessment-content.ts';
import { type AssessmentAnswers, bandOf, mostPoints, percentOf, pointsOf } from '#contract/assessment-score.ts';
import type { RappPrinciple } from '#contract/catalogue.ts';

/** A full set of answers: every question of the version at a known level, and nothing else. */
export type FullAnswers = Readonly<Record<string, AssessmentLevel>>;

export type ReadAnswers =
  | { kind: 'full'; answers: FullAnswers }
  | { kind: 'unknown'; questionId: string }
  | { kind: 'incomplete'; missing: number };

/** Checks submitted answers. Saved progress is not checked, so unknown ids and levels are refused here. */
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

/** Points, their share of the most that there can be, and the band. */
export type Score = { points: number; most: number; percent: number; band: AssessmentLevel };

/** A question that keeps the overall band below what the points give. */
export type Holder = { question: QuestionContent; highest: AssessmentLevel };

export type OverallScore = Score & {
  /** The band that the points alone would give. */
  bandOfPoints: AssessmentLevel;
  /** Why `band` is lower, the strictest limit first; empty when it is not. */
  heldBackBy: Holder[];
};

/** The whole assessment's result. */
export function scoreOverall(content: AssessmentContent, answers: FullAnswers): OverallScore {
  const questions = questionsOf(content);
  const score = scoreQuestions(content, questions, answers, 'overall');
  const heldBackBy = holdersOf(content, answers).filter(({ highest }) => isBelow(highest, score.band));
  return { ...score, bandOfPoints: score.band, band: heldBackBy[0]?.highest ?? score.band, heldBackBy };
}

/** One section's result. @param sectionId of this version */
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

/** Each question at the lowest level with the strictest limit it sets; the strictest first, then in their order. */
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

/** The place of a level, from 0 for the lowest. */
export function rankOf(level: AssessmentLevel): number {
  return assessmentLevels.indexOf(level);
}

const isBelow = (one: AssessmentLevel, other: AssessmentLevel) => rankOf(one) < rankOf(other);

/** How far each principle is reached, in whole percent of the points of the questions that inform it most. */
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

/** The questions of a version in their order. */
export function questionsOf({ sections }: AssessmentContent): QuestionContent[] {
  return sections.flatMap(({ questions }) => questions);
}
