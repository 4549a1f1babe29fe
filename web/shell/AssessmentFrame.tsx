import { Outlet } from '@tanstack/react-router';
import { useSearchParameters } from '../platform/link.tsx';
import { MemberShell } from './MemberShell.tsx';

/** The results of the assessment use the members' frame; its questions, at the same path, have their own. */
export function AssessmentFrame() {
  const { attempt } = useSearchParameters();
  return attempt === undefined ? <Outlet /> : <MemberShell />;
}
