import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { usePortalConfig } from '#web/platform/config.ts';
import { type ButtonVariant, buttonClasses } from '#web/ui/button-classes.ts';
import { AssessmentButton, RetakeButton } from '../assessment/AssessmentButton.tsx';
import { ownAssessmentQuery } from '../assessment/plan-api.ts';
import { stepAction } from './path-display.ts';

/**
 * Returns the member's own assessment, and whether the visitors' page is the only place to take it; undefined while it
 * is loading.
 */
function useAssessment() {
  const { data } = useQuery(ownAssessmentQuery);
  const { assessmentIsPublic } = usePortalConfig();
  return data && { ...data, isPublicOnly: assessmentIsPublic && data.resource?.hasAccess !== true };
}

/** Title of the step, as a link to the resource that opens the assessment, or to the visitors' page. */
export function AssessmentTitle({ title }: { title: string }) {
  const own = useAssessment();
  if (own?.isPublicOnly) {
    return (
      <Link to="/assessment" className="hover:underline">
        {title}
      </Link>
    );
  }
  if (!own?.resource) return title;
  return (
    <Link to="/resource/$id" params={{ id: String(own.resource.id) }} className="hover:underline">
      {title}
    </Link>
  );
}

/** Button that opens the assessment; a finished one begins again, because results of before do not complete the step. */
export function AssessmentAction({ variant }: { variant?: ButtonVariant }) {
  const own = useAssessment();
  if (!own) return null;
  if (own.isPublicOnly) {
    return (
      <Link to="/assessment" className={buttonClasses({ variant })}>
        {stepAction({ kind: 'assessment' })}
      </Link>
    );
  }
  const { resource, latest } = own;
  if (!resource) return <p className="text-sm text-warning-text">The assessment is not available at the moment.</p>;
  const isFinished = resource.hasAccess && resource.percent === 100 && latest !== null;
  return isFinished ? (
    <RetakeButton tool={resource} variant={variant ?? 'primary'} />
  ) : (
    <AssessmentButton tool={resource} variant={variant} />
  );
}
