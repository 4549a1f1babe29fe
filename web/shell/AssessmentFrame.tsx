import { Outlet } from '@tanstack/react-router';
import { useSearchParameters } from '../platform/link.tsx';
import { MemberShell } from './MemberShell.tsx';

/** The assessment's results stand in the members' frame; its questions, at the same path, bring one of their own. */
export function AssessmentFrame() {
  const { attempt } = useSearchParameters();
  return attempt === undefined ? <Outlet /> : <MemberShell />;
}
