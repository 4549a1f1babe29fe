import type { AssessmentResult } from '#contract/assessment.ts';
import type { AssessmentContent, AssessmentLevel } from '#contract/assessment-content.ts';
import { questionsOf } from './content-rules.ts';
import { type AttemptRow, showLevels } from './presenters.ts';
import { type FullAnswers, type OverallScore, scoreSection } from './rules.ts';

/** What a result says about itself, and the wording around it. */
export function showFrame(content: AssessmentContent, attempt: AttemptRow) {
  return {
    id: attempt.id,
    contentVersion: content.version,
    scope: attempt.scope,
    assessedOn: attempt.assessed_on,
    createdAt: attempt.created_at.toISOString(),
    resourceId: attempt.resource_id,
    texts: content.texts,
    levels: showLevels(content.levels),
  };
}

/** The overall band, what it means and what holds it back. */
export function showOverall(content: AssessmentContent, score: OverallScore): AssessmentResult['overall'] {
  const level = content.levels.find((one) => one.level === score.band);
  if (!level) throw new Error(`Version ${content.version} has no band ${score.band}`);
  return {
    points: score.points,
    most: score.most,
    percent: score.percent,
    band: score.band,
    bandOfPoints: score.bandOfPoints,
    meaning: level.meaning,
    next: level.next,
    heldBackBy: score.heldBackBy.map(({ question, highest }) => ({
      questionId: question.id,
      title: question.title,
      highest,
    })),
  };
}

/** The sections in their order. @param compared answers under the same version, null for none */
export function showSections(
  content: AssessmentContent,
  answers: FullAnswers,
  compared: FullAnswers | null,
): AssessmentResult['sections'] {
  return content.sections.map(({ id, title, results }) => {
    const score = scoreSection(content, id, answers);
    return {
      id,
      title,
      ...score,
      text: results[score.band],
      previousPercent: compared && scoreSection(content, id, compared).percent,
    };
  });
}

/** The twelve answers in their order, with the statements that were chosen. */
export function showAnswers(
  content: AssessmentContent,
  answers: FullAnswers,
  compared: FullAnswers | null,
): AssessmentResult['answers'] {
  const sectionOf = (questionId: string) =>
    content.sections.find(({ questions }) => questions.some(({ id }) => id === questionId))?.id ?? '';
  return questionsOf(content).map((question) => {
    const level = levelOf(answers, question.id);
    return {
      questionId: question.id,
      sectionId: sectionOf(question.id),
      title: question.title,
      shortName: question.shortName,
      level,
      statement: question.statements[level],
      previousLevel: compared && levelOf(compared, question.id),
      references: question.references,
    };
  });
}

function levelOf(answers: FullAnswers, questionId: string): AssessmentLevel {
  const level = answers[questionId];
  if (!level) throw new Error(`Question ${questionId} has no answer`);
  return level;
}
