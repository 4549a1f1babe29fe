import { lazyRouteComponent, Navigate, useRouter, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useCurrentUser } from '../identity/accounts/api.ts';
import { useEmptyCache } from '../identity/sign-in/session-api.ts';
import { LoadingScreen } from './LoadingScreen.tsx';

const load = () => import('../identity/sign-in/AuthScreen.tsx');
const AuthScreen = lazyRouteComponent(load, 'AuthScreen');

/** Loads the code of the sign-in screen, which then is drawn without a wait; the screen shows a failure. */
export async function preloadSignIn(): Promise<void> {
  await Promise.all([AuthScreen.preload?.(), load().then(({ prepare }) => prepare())]).catch(() => {});
}

/** The sign-in screen, whose code members need not load. */
export function SignIn() {
  useEmptyCache();
  return (
    <Suspense fallback={<LoadingScreen />}>
      <AuthScreen />
    </Suspense>
  );
}

/** Leads to a path of the portal. */
function Onward({ path }: { path: string }) {
  const { history } = useRouter();
  useEffect(() => history.replace(path), [history, path]);
  return <LoadingScreen />;
}

const patienceMilliseconds = 400;

/**
 * The sign-in screen before the portal knows whether a member is signed in (NAV-02). The response usually arrives soon,
 * so the form waits a moment and does not flash up for members.
 */
export function PatientSignIn() {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), patienceMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  return isOver ? <SignIn /> : <LoadingScreen />;
}

/** /auth: the sign-in screen; members are led to the dashboard, or back to the step that they came for (FRONT-07). */
export function AuthPage() {
  const { user, isLoading } = useCurrentUser();
  const { next, view } = useSearch({ from: '/auth' });
  // These steps of another sign-in are for members, too.
  const isStep = view === 'code' || view === 'link' || view === 'switch';
  if (user && !isStep) return next === undefined ? <Navigate to="/" replace /> : <Onward path={next} />;
  return isLoading ? <PatientSignIn /> : <SignIn />;
}
