import type { Selectable } from 'kysely';
import type { AssessmentContent, AssessmentLevel } from '#contract/catalogue/assessment-content.ts';
import type {
  AssessmentQuestions,
  AssessmentResult,
  AttemptSummary,
  PlanEntry,
} from '#contract/learning/assessment.ts';
import type { Tables } from '#server/migrations/tables.ts';
import { type FullAnswers, type OverallScore, questionsOf, scoreOverall, scoreSection } from './rules.ts';

/** A stored attempt, whose answers were checked under its version; days as 2026-11-20. */
export type AttemptRow = Pick<
  Selectable<Tables['assessment_attempts']>,
  'id' | 'resource_id' | 'content_version' | 'scope' | 'assessed_on' | 'created_at'
> & { answers: FullAnswers };

/** A member's entry for an action; the day as 2026-11-20. */
export type PlanEntryRow = Omit<Selectable<Tables['assessment_plan_entries']>, 'attempt_id'>;

/** Returns the questions without their actions, which only the result has. */
export function showQuestions({ version, texts, levels, sections }: AssessmentContent): AssessmentQuestions {
  return {
    version,
    disclaimer: texts.disclaimer,
    answering: texts.answering,
    levels: showLevels(levels),
    sections: sections.map(({ id, title, intro, questions }) => ({
      id,
      title,
      intro,
      questions: questions.map((question) => ({
        id: question.id,
        title: question.title,
        text: question.text,
        help: question.help,
        statements: question.statements,
      })),
    })),
  };
}

/** Returns the levels without the texts of single results. */
function showLevels(levels: AssessmentContent['levels']): AssessmentQuestions['levels'] {
  return levels.map(({ level, name, points, sectionFrom, overallFrom }) => ({
    level,
    name,
    points,
    sectionFrom,
    overallFrom,
  }));
}

/** Converts an attempt for a list. The content must be of the attempt's version. */
export function showSummary(content: AssessmentContent, attempt: AttemptRow): AttemptSummary {
  const { percent, band } = scoreOverall(content, attempt.answers);
  return {
    id: attempt.id,
    contentVersion: content.version,
    scope: attempt.scope,
    assessedOn: attempt.assessed_on,
    createdAt: attempt.created_at.toISOString(),
    percent,
    band,
    bandName: nameOf(content, band),
  };
}

function nameOf({ levels }: AssessmentContent, level: AssessmentLevel): string {
  return levels.find((one) => one.level === level)?.name ?? level;
}

export function showEntry({ owner, due_on, done_at }: PlanEntryRow): PlanEntry {
  return { owner, dueOn: due_on, doneAt: done_at?.toISOString() ?? null };
}

/** Returns the result's own data and its texts. */
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

/** Returns the overall band, its meaning and the questions that hold it back. */
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

/** Returns the sections in their order. @param compared answers under the same version; null without a comparison */
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

/** Returns the answers in the order of the questions, with the chosen statements. */
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
