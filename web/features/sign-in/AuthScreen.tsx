import { lazy, Suspense, useState } from 'react';
import { useSearchParameters } from '../../platform/link.tsx';
import { usePage } from '../../platform/page.ts';
import { useHeadingFocus } from '../../ui/PageHeading.tsx';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import { SignInForm } from './SignInForm.tsx';

const ForgotPassword = lazy(async () => ({ default: (await import('./ForgotPassword.tsx')).ForgotPassword }));
const ProviderCode = lazy(async () => ({ default: (await import('./ProviderCode.tsx')).ProviderCode }));

const tabs = [
  { value: 'sign-in', label: 'Sign In' },
  { value: 'register', label: 'Register' },
];

/** Signing in and opening an account. It stands in place of the page that asked for it, whose address stays. */
export function AuthScreen() {
  const { view } = useSearchParameters();
  const otherView = view === 'forgot-password' ? <ForgotPassword /> : view === 'code' ? <ProviderCode /> : null;
  return (
    <AuthFrame>
      <Suspense fallback={null}>{otherView ?? <Entry />}</Suspense>
    </AuthFrame>
  );
}

function Entry() {
  const [tab, setTab] = useState('sign-in');
  const isRegistering = tab === 'register';
  const heading = useHeadingFocus('sign-in');
  usePage(isRegistering ? 'Register' : 'Sign In');
  return (
    <>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {isRegistering ? 'Create your account' : 'Welcome back'}
        </h1>
        <p className="mt-1.5 text-muted-foreground">
          {isRegistering
            ? 'Free resources open straight away. No card needed.'
            : 'Sign in to reach your resources and assessments.'}
        </p>
      </div>
      <Tabs label="Account" tabs={tabs} value={tab} onValueChange={setTab} variant="segmented">
        <TabPanel value="sign-in" className="mt-6">
          <SignInForm />
        </TabPanel>
        <TabPanel value="register" className="mt-6">
          <RegisterForm />
        </TabPanel>
      </Tabs>
    </>
  );
}
