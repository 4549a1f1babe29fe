import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { everything, newestPublicResources, publicCounts } from '../../pages/storefront/api.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { sentenceOf } from '../../platform/errors.ts';
import { usePage } from '../../platform/page.ts';
import { lazyPart } from '../../platform/screen.ts';
import { Banner } from '../../ui/Banner.tsx';
import { useHeadingFocus } from '../../ui/PageHeading.tsx';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { BareFrame } from './BareFrame.tsx';
import { providerReturnPath } from './display.ts';
import { useIsKnownBrowser } from './known-browser-api.ts';
import { useOccasion } from './occasion-api.ts';
import type { Occasion, Proof } from './occasion-display.ts';
import { GoogleButton, SignInForm, type TypedEmail } from './SignInForm.tsx';
import { forgetTyped, keepTyped, typed } from './typed-entry.ts';

const ForgotPassword = lazyPart(async () => (await import('./ForgotPassword.tsx')).ForgotPassword);
const ProviderCode = lazyPart(async () => (await import('./ProviderCode.tsx')).ProviderCode);

const tabs = [
  { value: 'sign-in', label: 'Sign In' },
  { value: 'register', label: 'Register' },
];

/** Loads what the screen shows of the portal. */
export const prepare = prepareInside;

/** Sign-in and registration, shown in place of the requested page, whose address stays. */
export function AuthScreen() {
  const { view } = useSearch({ strict: false });
  const pathname = useLocation({ select: (location) => location.pathname });
  const target = useTarget();
  // What a visitor came for stays until the member is in, although registering leads elsewhere first.
  const [cameTo] = useState(pathname);
  const path = pathname === '/auth' ? pathname : cameTo;
  const { opened, isPending, error } = useOccasion(path);
  const otherView = view === 'forgot-password' ? <ForgotPassword /> : view === 'code' ? <ProviderCode /> : null;
  return (
    <EntryFrame occasion={opened?.occasion ?? null} target={target}>
      <Suspense fallback={null}>
        {otherView ?? (isPending ? <OpeningLink /> : <Entry opened={opened} error={error} />)}
      </Suspense>
    </EntryFrame>
  );
}

/** The page that is shown after signing in. */
const useTarget = () =>
  useLocation({ select: ({ pathname, searchStr }) => providerReturnPath({ pathname, search: searchStr }) });

/** While the link of the page is opened. */
function OpeningLink() {
  usePage('Sign In');
  return (
    <p role="status" className="text-muted-foreground">
      Opening the link…
    </p>
  );
}

function Entry({ opened, error }: Pick<ReturnType<typeof useOccasion>, 'opened' | 'error'>) {
  const { registration } = usePortalConfig();
  const [usesOther, setUsesOther] = useState(false);
  const proof = usesOther ? null : (opened?.proof ?? null);
  // An invitation to an organisation lets its address register in every mode (SETUP-07).
  const mayRegister = registration !== 'invited' || opened?.occasion.kind === 'invitation';
  return (
    <EntryForms
      key={String(proof !== null)}
      proof={proof}
      problem={error ? sentenceOf(error) : (opened?.problem ?? null)}
      mayRegister={mayRegister}
      isNewHere={opened?.occasion.opened.hasAccount === false}
      onOther={() => setUsesOther(true)}
    />
  );
}

type EntryFormsProps = {
  proof: Proof | null;
  /** Why the link of the page no longer works. */
  problem: string | null;
  mayRegister: boolean;
  /** Whether the person is known to have no account. */
  isNewHere: boolean;
  onOther: () => void;
};

function EntryForms({ proof, problem, mayRegister, isNewHere, onOther }: EntryFormsProps) {
  const { view } = useSearch({ strict: false });
  const { signInText } = usePortalConfig();
  const target = useTarget();
  const isKnownBrowser = useIsKnownBrowser();
  const [tab, setTab] = useState(() => {
    if (proof) return proof.hasAccount ? 'sign-in' : 'register';
    // A link into the portal usually brings people who are new.
    const isNew = isNewHere || (target !== '/' && !isKnownBrowser);
    return view === 'register' || isNew || typed().firstName ? 'register' : 'sign-in';
  });
  const [email, setEmail] = useState(() => typed().email);
  const isRegistering = mayRegister && tab === 'register';
  const shared = {
    email: proof?.email ?? email,
    confirmed: proof?.confirmed ?? null,
    onOther,
    onEmail: (next: string) => {
      keepTyped({ email: next });
      setEmail(next);
    },
    onEntered: () => {
      forgetTyped();
    },
  };
  const heading = useHeadingFocus('sign-in');
  usePage(isRegistering ? 'Register' : 'Sign In');
  return (
    <>
      <div>
        {isKnownBrowser || target !== '/' ? null : <Tagline />}
        <h1 ref={heading} tabIndex={-1}>
          {isRegistering ? 'Create your account' : isKnownBrowser ? 'Welcome back' : 'Sign in'}
        </h1>
        {proof ? null : <Introduction isRegistering={isRegistering} target={target} />}
        {signInText ? <p className="mt-3 wrap-anywhere whitespace-pre-line">{signInText}</p> : null}
      </div>
      {problem ? (
        <Banner tone="warning" role="status">
          {problem}
        </Banner>
      ) : null}
      {mayRegister ? (
        <SignInOrRegister tab={tab} onTab={setTab} proof={proof} {...shared} />
      ) : (
        <SignInForm {...shared} next={null} />
      )}
      <EntryNotes isRegistering={isRegistering} isInvited={proof !== null} />
    </>
  );
}

type BothForms = TypedEmail & { tab: string; onTab: (tab: string) => void; proof: Proof | null };

function SignInOrRegister({ tab, onTab, proof, ...shared }: BothForms) {
  return (
    <Tabs label="Account" tabs={tabs} value={tab} onValueChange={onTab} variant="segmented">
      <TabPanel value="sign-in" className="mt-6">
        <SignInForm {...shared} next={proof ? 'Then you accept it with one press.' : null} />
      </TabPanel>
      <TabPanel value="register" className="mt-6">
        <RegisterForm {...shared} proof={proof} onSignIn={() => onTab('sign-in')} />
      </TabPanel>
    </Tabs>
  );
}

const Inside = lazyPart(async () => (await import('./Inside.tsx')).Inside);
const RegisterForm = lazyPart(async () => (await import('./RegisterForm.tsx')).RegisterForm);
const Promises = lazyPart(async () => (await import('./AuthFrame.tsx')).Promises);
const PhoneStrip = lazyPart(async () => (await import('./AuthFrame.tsx')).PhoneStrip);
const Tagline = lazyPart(async () => (await import('./EntryNotes.tsx')).Tagline);
const Introduction = lazyPart(async () => (await import('./EntryNotes.tsx')).Introduction);
const EntryNotes = lazyPart(async () => (await import('./EntryNotes.tsx')).EntryNotes);

/** Loads the code beside the forms, which then is drawn without a wait. */
async function prepareInside(): Promise<void> {
  await Promise.all(
    [RegisterForm, OccasionPanel, Inside, Promises, PhoneStrip, Tagline, Introduction, EntryNotes, GoogleButton].map(
      (part) => part.preload?.(),
    ),
  );
}

const OccasionPanel = lazyPart(async () => (await import('./OccasionPanel.tsx')).OccasionPanel);

type EntryFrameProps = { occasion: Occasion | null; target: string; children: ReactNode };

/**
 * The frame of the sign-in screen: what a link or a resource brought the visitor here, which phones show above the form
 * when it is a link; otherwise what is inside the portal, which phones show below the form (AUTH-23).
 */
function EntryFrame({ occasion, target, children }: EntryFrameProps) {
  const { catalogueIsPublic } = usePortalConfig();
  const { data: counts } = useQuery({ ...publicCounts(everything), enabled: catalogueIsPublic });
  const { data: newest } = useQuery({ ...newestPublicResources, enabled: catalogueIsPublic });
  const isInsideShown = counts !== undefined && newest !== undefined && newest.length > 0;
  const inside = isInsideShown ? <Inside counts={counts} newest={newest} /> : <Promises />;
  const isAbove = occasion !== null || target.startsWith('/assessment/keep');
  // One frame for all: another would take the form away with what was typed into it.
  return (
    <BareFrame
      about={
        <Suspense>
          <OccasionPanel occasion={occasion} target={target} otherwise={inside} />
        </Suspense>
      }
      aboutOnPhones={isAbove ? 'above' : isInsideShown ? 'below' : 'hidden'}
      below={
        isInsideShown || isAbove ? null : (
          <Suspense>
            <PhoneStrip />
          </Suspense>
        )
      }
    >
      {children}
    </BareFrame>
  );
}
