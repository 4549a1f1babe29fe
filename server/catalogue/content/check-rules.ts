import type { WrittenAssessment } from '#contract/catalogue/assessment-content.ts';
import { rappPhases, rappPrinciples } from '#contract/catalogue/catalogue.ts';
import { ContentFile, type ContentMistake } from '#contract/catalogue/content-admin.ts';
import { assessmentLevels } from '#contract/catalogue/content-limits.ts';
import { isNestedTooDeeply } from '#contract/json-depth.ts';
import { bandOf, mostPoints } from '#contract/learning/assessment-score.ts';
import { jsonSentence, pathText, valueAt } from './json-rules.ts';
import { usualContent } from './rules.ts';

export type ReadFile = { kind: 'file'; file: ContentFile } | { kind: 'mistakes'; mistakes: ContentMistake[] };

/** Reads a file of content. Reports mistakes place by place; only a file without mistakes can be published. */
export function readContent(text: string): ReadFile {
  if (isNestedTooDeeply(text)) {
    return { kind: 'mistakes', mistakes: [{ path: 'The file', sentence: 'is nested too deeply to be content.' }] };
  }
  let given: unknown;
  try {
    given = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { kind: 'mistakes', mistakes: [{ path: 'The file', sentence: jsonSentence(text, error) }] };
  }
  const read = ContentFile.safeParse(given);
  const mistakes = read.success
    ? mistakesOfAssessment(read.data.assessment)
    : read.error.issues.flatMap((issue) => mistakesOf(issue, given));
  if (mistakes.length > 0) return { kind: 'mistakes', mistakes };
  return { kind: 'file', file: read.data as ContentFile };
}

type Issue = NonNullable<ReturnType<typeof ContentFile.safeParse>['error']>['issues'][number];

/** Converts an issue of the schema to a sentence for the author of the file. */
function mistakesOf(issue: Issue, given: unknown): ContentMistake[] {
  if (issue.code === 'unrecognized_keys') {
    const sentence = 'is not a name that a file of content has. Remove it or correct its spelling.';
    return issue.keys.map((key) => ({ path: pathText([...issue.path, key]), sentence }));
  }
  const path = pathText(issue.path);
  return [{ path: path === '' ? 'The file' : path, sentence: sentenceOf(issue, valueAt(given, issue.path)) }];
}

const kinds: Record<string, string> = {
  string: 'text in quotation marks',
  array: 'a list in square brackets',
  object: 'an object in braces',
  record: 'an object in braces',
  number: 'a whole number',
  int: 'a whole number',
};

function sentenceOf(issue: Issue, value: unknown): string {
  if (value === undefined) return 'is missing.';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}.`;
    case 'too_small':
      return issue.origin === 'array' ? `needs at least ${issue.minimum} of its entries.` : smallest(issue);
    case 'too_big':
      return issue.origin === 'array' ? `has more than ${issue.maximum} entries.` : largest(issue);
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}.`;
    case 'invalid_format':
      return `${issue.message}.`;
    default:
      return 'contains characters that cannot be stored.';
  }
}

const smallest = ({ origin, minimum }: Extract<Issue, { code: 'too_small' }>) =>
  origin === 'string' ? 'must not be empty.' : `must be at least ${minimum}.`;

const largest = ({ origin, maximum }: Extract<Issue, { code: 'too_big' }>) =>
  origin === 'string' ? `must be at most ${maximum} characters.` : `must be at most ${maximum}.`;

/** Checks rules beyond the schema: the ids of results and saved answers, and plausible scores. */
function mistakesOfAssessment(assessment: WrittenAssessment): ContentMistake[] {
  const { levels, sections, limits, principles, phases } = assessment;
  const usual = usualContent.assessment;
  const questions = sections.flatMap((section) => section.questions.map(({ id }) => id));
  const unknownQuestions = (ids: readonly string[], path: string) =>
    ids.flatMap((id, index) =>
      questions.includes(id) ? [] : [{ path: `assessment.${path}[${index}]`, sentence: `names no question: ${id}.` }],
    );
  const fixed = [
    ...sameIds(
      'levels',
      levels.map(({ level }) => level),
      assessmentLevels,
    ),
    ...sameIds(
      'sections',
      sections.map(({ id }) => id),
      usual.sections.map(({ id }) => id),
    ),
    ...sameIds(
      'principles',
      principles.map(({ principle }) => principle),
      rappPrinciples,
    ),
    ...sameIds(
      'phases',
      phases.map(({ phase }) => phase),
      rappPhases,
    ),
    ...sections.flatMap(({ id, questions: asked }, index) => {
      const known = usual.sections.find((section) => section.id === id)?.questions ?? [];
      return sameIds(
        `sections[${index}].questions`,
        asked.map((question) => question.id),
        known.map((one) => one.id),
      );
    }),
  ];
  // Further checks need the fixed parts.
  if (fixed.length > 0) return fixed;
  return [
    ...limits.flatMap((limit, index) => unknownQuestions(limit.questions, `limits[${index}].questions`)),
    ...principles.flatMap((one, index) => unknownQuestions(one.questions, `principles[${index}].questions`)),
    ...repeatedActions(sections),
    ...wrongScale(assessment),
  ];
}

/** Checks that a file has all ids in their order, because saved answers and attempts refer to them. */
function sameIds(path: string, given: readonly string[], usual: readonly string[]): ContentMistake[] {
  if (given.length === usual.length && given.every((id, index) => id === usual[index])) return [];
  return [{ path: `assessment.${path}`, sentence: `must keep these ids in this order: ${usual.join(', ')}.` }];
}

function repeatedActions(sections: WrittenAssessment['sections']): ContentMistake[] {
  const seen = new Map<string, string>();
  const mistakes: ContentMistake[] = [];
  for (const [place, { questions }] of sections.entries()) {
    for (const [number, { actions }] of questions.entries()) {
      for (const level of assessmentLevels) {
        for (const [index, { id }] of actions[level].entries()) {
          const path = `assessment.sections[${place}].questions[${number}].actions.${level}[${index}].id`;
          const first = seen.get(id);
          if (first) mistakes.push({ path, sentence: `is already the id of ${first}. Each action needs its own.` });
          else seen.set(id, path);
        }
      }
    }
  }
  return mistakes;
}

/** Checks that higher levels give more points, and that answers of one level result in the band of that name. */
function wrongScale({ levels, sections }: WrittenAssessment): ContentMistake[] {
  const mistakes: ContentMistake[] = [];
  const add = (index: number, field: string, sentence: string) =>
    mistakes.push({ path: `assessment.levels[${index}].${field}`, sentence });
  for (const [index, level] of levels.entries()) {
    const before = levels[index - 1];
    for (const field of ['points', 'sectionFrom', 'overallFrom'] as const) {
      if (!before && level[field] !== 0) add(index, field, 'must be 0: it is the lowest level.');
      if (before && level[field] <= before[field]) add(index, field, 'must be more than that of the level before.');
    }
  }
  if (mistakes.length > 0) return mistakes;
  const all = sections.flatMap(({ questions }) => questions).length;
  const scales = [
    { of: 'overall', field: 'overallFrom', count: all },
    { of: 'section', field: 'sectionFrom', count: sections[0]?.questions.length ?? 0 },
  ] as const;
  for (const [index, { level, name, points }] of levels.entries()) {
    for (const { of, field, count } of scales) {
      const sum = points * count;
      if (bandOf(levels, sum, of) !== level) {
        add(
          index,
          field,
          `does not fit: ${count} answers “${name}” make ${sum} of ${mostPoints(levels, count)} points, which must lie in the band “${name}”.`,
        );
      }
    }
  }
  return mistakes;
}
