import { lazyRouteComponent, Navigate, useRouter, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useCurrentUser } from '../identity/accounts/api.ts';
import { useEmptyCache } from '../identity/sign-in/session-api.ts';
import { LoadingScreen } from './LoadingScreen.tsx';

const load = () => import('../identity/sign-in/AuthScreen.tsx');
const AuthScreen = lazyRouteComponent(load, 'AuthScreen');

/**
 * Loads the code of the sign-in screen, so that it renders without a wait. Ignores failures, because the screen shows
 * them.
 */
export async function preloadSignIn(): Promise<void> {
  await Promise.all([AuthScreen.preload?.(), load().then(({ prepare }) => prepare())]).catch(() => {});
}

/** Sign-in screen, loaded lazily because members do not need its code. Removes a member's data from the cache. */
export function SignIn() {
  useEmptyCache();
  return (
    <Suspense fallback={<LoadingScreen />}>
      <AuthScreen />
    </Suspense>
  );
}

/** Redirect to a path of the portal. */
function Onward({ path }: { path: string }) {
  const { history } = useRouter();
  useEffect(() => history.replace(path), [history, path]);
  return <LoadingScreen />;
}

const patienceMilliseconds = 400;

/**
 * Sign-in screen before the portal knows whether a member is signed in (NAV-02). It waits a moment, so that the form
 * does not flash up for members.
 */
export function PatientSignIn() {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), patienceMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  return isOver ? <SignIn /> : <LoadingScreen />;
}

/**
 * Screen at /auth: the sign-in screen. Members are redirected to the dashboard or to the path in `next` (FRONT-07),
 * except from the steps of another sign-in.
 */
export function AuthPage() {
  const { user, isLoading } = useCurrentUser();
  const { next, view } = useSearch({ from: '/auth' });
  // These steps of another sign-in are for members, too.
  const isStep = view === 'code' || view === 'link' || view === 'switch';
  if (user && !isStep) return next === undefined ? <Navigate to="/" replace /> : <Onward path={next} />;
  return isLoading ? <PatientSignIn /> : <SignIn />;
}
