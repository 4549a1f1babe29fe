import { type AssessmentContent, parseAssessmentContent, type QuestionContent } from '#contract/assessment-content.ts';
import version01 from './content-0.1.json' with { type: 'json' };

/** Every version that attempts may have been made under; the last one is asked now. Versions are never changed. */
const contents: readonly AssessmentContent[] = [version01].map(parseAssessmentContent);

/** The version that is asked now. */
export function currentContent(): AssessmentContent {
  const content = contents.at(-1);
  if (!content) throw new Error('The assessment has no content');
  return content;
}

/** The version under which an attempt was made. @throws when this portal does not have it */
export function contentOf(version: string): AssessmentContent {
  const content = contents.find((one) => one.version === version);
  if (!content) throw new Error(`There is no version ${version} of the assessment's content`);
  return content;
}

/** The questions of a version in their order. */
export function questionsOf({ sections }: AssessmentContent): QuestionContent[] {
  return sections.flatMap(({ questions }) => questions);
}
