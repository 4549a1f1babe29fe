import type { OwnAssessment } from '#contract/assessment.ts';
import { AssessmentButton } from '../assessment/AssessmentButton.tsx';

/** The first action of a newcomer. */
export function AssessmentStart({ tool }: { tool: NonNullable<OwnAssessment['resource']> }) {
  return <AssessmentButton tool={tool} variant="brand" />;
}
