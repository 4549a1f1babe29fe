import { Link } from '@tanstack/react-router';
import type { OwnAssignment } from '#contract/learning/learning.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { nextCheckOf } from '../learning/display.ts';
import { toolToContinue } from './assigned-display.ts';
import { ContinueTool } from './ContinueTool.tsx';

type AssignedButtonProps = {
  assignment: OwnAssignment;
  /** The button's words, which the title follows for screen readers. */
  action: string;
  className: string;
};

/** Opens the begun tool of an assignment, or leads to the check that comes next, otherwise to the resource (DASH-16). */
export function AssignedButton({ assignment, action, className }: AssignedButtonProps) {
  const { resourceId, title } = assignment;
  const tool = toolToContinue(assignment);
  const checkOf = nextCheckOf(assignment);
  const label = (
    <>
      {action}
      <VisuallyHidden> {title}</VisuallyHidden>
    </>
  );
  if (tool) {
    return (
      <ContinueTool tool={tool} title={title} className={className}>
        {label}
      </ContinueTool>
    );
  }
  return (
    <Link
      to={checkOf === null ? '/resource/$id' : '/resource/$id/check'}
      params={{ id: String(checkOf ?? resourceId) }}
      className={className}
    >
      {label}
    </Link>
  );
}
