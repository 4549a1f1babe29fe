import type { Selectable } from 'kysely';
import type { AssessmentQuestions, AttemptSummary, PlanEntry } from '#contract/assessment.ts';
import type { AssessmentContent, AssessmentLevel } from '#contract/assessment-content.ts';
import type { Tables } from '#server/migrations/tables.ts';
import { contentOf } from './content-rules.ts';
import { type FullAnswers, scoreOverall } from './rules.ts';

/** An attempt as it was kept; days as 2026-11-20. The answers were checked under its version before. */
export type AttemptRow = Pick<
  Selectable<Tables['assessment_attempts']>,
  'id' | 'resource_id' | 'content_version' | 'scope' | 'assessed_on' | 'created_at'
> & { answers: FullAnswers };

/** What a member noted on an action; the day as 2026-11-20. */
export type PlanEntryRow = Omit<Selectable<Tables['assessment_plan_entries']>, 'attempt_id'>;

/** What a member who answers needs to see; actions come with the result. */
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

/** The levels without what belongs to single results. */
export function showLevels(levels: AssessmentContent['levels']): AssessmentQuestions['levels'] {
  return levels.map(({ level, name, points, sectionFrom, overallFrom }) => ({
    level,
    name,
    points,
    sectionFrom,
    overallFrom,
  }));
}

/** An attempt in a list, scored under its own version. */
export function showSummary(attempt: AttemptRow): AttemptSummary {
  const content = contentOf(attempt.content_version);
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

/** What was noted on an action; nothing yet for undefined. */
export function showEntry(entry: PlanEntryRow | undefined): PlanEntry {
  return {
    owner: entry?.owner ?? null,
    dueOn: entry?.due_on ?? null,
    doneAt: entry?.done_at?.toISOString() ?? null,
  };
}
