import { Outlet, useSearch } from '@tanstack/react-router';
import { MemberShell } from './MemberShell.tsx';

/** The results of the assessment use the members' frame; its questions, at the same path, have their own. */
export function AssessmentFrame() {
  const { attempt } = useSearch({ from: '/members/assessment/tools/responsible-ai-assessment' });
  return attempt === undefined ? <Outlet /> : <MemberShell />;
}
