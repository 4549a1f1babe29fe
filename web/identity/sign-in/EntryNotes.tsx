import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { usePortalConfig } from '#web/platform/config.ts';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { TextLink } from '#web/ui/TextLink.tsx';
import { useReturnSentence } from './return-api.ts';
import { usualTagline } from './tagline-display.ts';

/** Tagline of the portal, for phones only: wide windows show it beside the form (AUTH-23). */
export function Tagline() {
  const { tagline } = usePortalConfig();
  return <p className="mb-5 font-display text-lg font-semibold text-balance lg:hidden">{tagline ?? usualTagline}</p>;
}

/** Explains the benefits of signing in or registering; the page that opens after signing in, unless it is the usual one. */
export function Introduction({ isRegistering, target }: { isRegistering: boolean; target: string }) {
  const next = useReturnSentence(target);
  return (
    <>
      <p className="mt-1.5 text-muted-foreground">
        {isRegistering
          ? 'Free resources open straight away. No card needed.'
          : 'Sign in to reach your resources and assessments.'}
      </p>
      {isRegistering || target === '/' ? null : <p className="mt-1.5 text-muted-foreground wrap-anywhere">{next}</p>}
    </>
  );
}

/** Links below the forms to the public pages and the terms. */
export function EntryNotes({ isRegistering, isInvited }: { isRegistering: boolean; isInvited: boolean }) {
  return (
    <>
      {isInvited ? null : <LookAround />}
      <Terms isRegistering={isRegistering} />
    </>
  );
}

/** Links to the public pages (FRONT-08). */
function LookAround() {
  const { catalogueIsPublic, assessmentIsPublic } = usePortalConfig();
  if (!catalogueIsPublic && !assessmentIsPublic) return null;
  return (
    <div className="flex flex-col gap-3 border-t border-border pt-6 text-center">
      {catalogueIsPublic ? (
        <Link to="/catalogue" className={buttonClasses({ variant: 'outline', isBlock: true })}>
          Look around first
        </Link>
      ) : null}
      {assessmentIsPublic ? (
        <p className="text-sm text-muted-foreground">
          {catalogueIsPublic ? 'Or ' : null}
          <TextLink asChild>
            <Link to="/assessment">{catalogueIsPublic ? 'try the assessment' : 'Try the assessment first'}</Link>
          </TextLink>
        </p>
      ) : null}
    </div>
  );
}

/** The terms and the privacy notice, where the publisher has set them. */
function Terms({ isRegistering }: { isRegistering: boolean }) {
  const { termsUrl, privacyUrl } = usePortalConfig();
  const links = [
    { name: isRegistering ? 'terms' : 'Terms', href: termsUrl },
    { name: isRegistering ? 'privacy notice' : 'Privacy', href: privacyUrl },
  ].filter(({ href }) => href !== null);
  if (links.length === 0) return null;
  return (
    <p className="text-center text-sm text-balance text-muted-foreground">
      {isRegistering ? 'By creating an account you accept the ' : null}
      {links.map(({ name, href }, index) => (
        <Fragment key={name}>
          {index === 0 ? null : isRegistering ? ' and the ' : ' · '}
          <TextLink href={href ?? ''} target="_blank" rel="noreferrer">
            {name}
          </TextLink>
        </Fragment>
      ))}
      {isRegistering ? '.' : null}
    </p>
  );
}
