import { Outlet, useLocation } from '@tanstack/react-router';
import { MemberContext, useCurrentUser } from '../identity/accounts/api.ts';
import { LoadingScreen } from './LoadingScreen.tsx';
import { PatientSignIn, SignIn } from './SignIn.tsx';

/**
 * Guard of every screen of members (NAV-02, NAV-07). Visitors see the sign-in form at the same URL, and the requested
 * page after signing in.
 */
export function MembersOnly() {
  const { user, isLoading } = useCurrentUser();
  const path = useLocation({ select: ({ pathname }) => pathname });
  if (user) {
    return (
      <MemberContext value={user}>
        <Outlet />
      </MemberContext>
    );
  }
  if (!isLoading) return <SignIn />;
  return path === '/' ? <PatientSignIn /> : <LoadingScreen />;
}
