import { Outlet } from '@tanstack/react-router';
import { useCurrentUser } from '../features/accounts/api.ts';
import { paths } from '../paths.ts';
import { usePath } from '../platform/link.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { PatientSignIn, SignIn } from './SignIn.tsx';

/**
 * Stands before every screen of members (NAV-02, NAV-07): a visitor signs in where he is, and finds the page he asked
 * for in the form's place.
 */
export function MembersOnly() {
  const { user, isLoading } = useCurrentUser();
  const path = usePath();
  if (user) return <Outlet />;
  if (!isLoading) return <SignIn />;
  return path === paths.dashboard() ? <PatientSignIn /> : <LoadingScreen />;
}
