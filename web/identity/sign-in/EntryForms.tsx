import { useLocation, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { usePortalConfig } from '#web/platform/config.ts';
import { usePage } from '#web/platform/page.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { useHeadingFocus } from '#web/ui/PageHeading.tsx';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';
import { providerReturnPath } from './display.ts';
import { useIsKnownBrowser } from './known-browser-api.ts';
import type { Proof } from './occasion-display.ts';
import { OtherWays, SignInForm, type TypedEmail } from './SignInForm.tsx';
import { forgetTyped, keepTyped, typed } from './typed-entry.ts';

const RegisterForm = lazyPart(async () => (await import('./RegisterForm.tsx')).RegisterForm);
const Tagline = lazyPart(async () => (await import('./EntryNotes.tsx')).Tagline);
const Introduction = lazyPart(async () => (await import('./EntryNotes.tsx')).Introduction);
const EntryNotes = lazyPart(async () => (await import('./EntryNotes.tsx')).EntryNotes);

/** Code that the forms load when they are shown; the screen preloads it. */
export const entryParts = [RegisterForm, Tagline, Introduction, EntryNotes, OtherWays];

const tabs = [
  { value: 'sign-in', label: 'Sign In' },
  { value: 'register', label: 'Register' },
];

/** Returns the path of the page that is shown after signing in. */
export const useTarget = () =>
  useLocation({ select: ({ pathname, searchStr }) => providerReturnPath({ pathname, search: searchStr }) });

export type EntryTab = 'sign-in' | 'register';

type EntryFormsProps = {
  /** Proof of the address by a mailed link; null without one. */
  proof?: Proof | null;
  fixed?: TypedEmail['fixed'];
  /** Reason why the mailed link cannot be used; null when it can. */
  problem?: string | null;
  mayRegister?: boolean;
  /** Tab that is open at first; null to choose it by the browser and the page. */
  first?: EntryTab | null;
  onOther?: (tab: EntryTab) => void;
};

/** Forms for signing in and registering, in two tabs where visitors may register. */
export function EntryForms({
  proof = null,
  fixed = null,
  problem = null,
  first = null,
  onOther,
  ...given
}: EntryFormsProps) {
  const { view } = useSearch({ strict: false });
  const { signInText, registration } = usePortalConfig();
  const mayRegister = given.mayRegister ?? registration !== 'invited';
  const target = useTarget();
  const isKnownBrowser = useIsKnownBrowser();
  const [tab, setTab] = useState<EntryTab>(() => {
    if (first) return first;
    // People who follow a link into the portal are usually new.
    const isNew = target !== '/' && isKnownBrowser === false;
    return view === 'register' || isNew || typed().firstName ? 'register' : 'sign-in';
  });
  const [email, setEmail] = useState(() => typed().email);
  const isRegistering = mayRegister && tab === 'register';
  const shared = {
    email: proof?.email ?? email,
    fixed,
    onOther: () => onOther?.(tab),
    onEmail: (next: string) => {
      keepTyped({ email: next });
      setEmail(next);
    },
    onEntered: forgetTyped,
  };
  const heading = useHeadingFocus('sign-in');
  usePage(isRegistering ? 'Register' : 'Sign In');
  return (
    <>
      <div>
        {isKnownBrowser === false && target === '/' ? <Tagline /> : null}
        <h1 ref={heading} tabIndex={-1}>
          {isRegistering ? 'Create your account' : isKnownBrowser ? 'Welcome back' : 'Sign in'}
        </h1>
        {proof ? (
          proof.hasAccount && !isRegistering ? (
            <p className="mt-1.5 text-muted-foreground">This address has an account: sign in with its password.</p>
          ) : null
        ) : (
          <Introduction isRegistering={isRegistering} target={target} />
        )}
        {signInText ? <p className="mt-3 wrap-anywhere whitespace-pre-line">{signInText}</p> : null}
      </div>
      {problem ? (
        <Banner tone="warning" role="status">
          {problem}
        </Banner>
      ) : null}
      {mayRegister ? (
        <SignInOrRegister back={target} tab={tab} onTab={setTab} proof={proof} {...shared} />
      ) : (
        <SignInForm {...shared} back={target} next={null} />
      )}
      <EntryNotes isRegistering={isRegistering} isInvited={proof !== null} />
    </>
  );
}

type BothForms = TypedEmail & { tab: EntryTab; onTab: (tab: EntryTab) => void; proof: Proof | null; back: string };

function SignInOrRegister({ tab, onTab, proof, back, ...shared }: BothForms) {
  return (
    <Tabs
      label="Account"
      tabs={tabs}
      value={tab}
      onValueChange={(next) => onTab(next === 'register' ? next : 'sign-in')}
      variant="segmented"
    >
      <TabPanel value="sign-in" className="mt-6">
        <SignInForm {...shared} back={back} next={proof?.afterSignIn ?? null} />
      </TabPanel>
      <TabPanel value="register" className="mt-6">
        <RegisterForm {...shared} proof={proof} target={back} onSignIn={() => onTab('sign-in')} />
      </TabPanel>
    </Tabs>
  );
}
