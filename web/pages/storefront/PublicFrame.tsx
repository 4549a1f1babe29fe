import { Link } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue } from 'react';
import { useCurrentUser } from '#web/identity/accounts/api.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { linkTo } from '#web/platform/link.tsx';
import { SkipLink } from '#web/ui/AppShell.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import { AuthLink } from './AuthLink.tsx';
import { typePlurals } from './display.ts';

export const publicWidth = 'mx-auto w-full max-w-[74rem] px-4 lg:px-10';

/** Makes a link active only on its exact URL, so that the catalogue's link is not active on the pages below it. */
export const exactly = { exact: true, includeHash: true };

type PublicFrameProps = { current: 'catalogue' | 'assessment' | 'none'; children: ReactNode };

/** Frame of the pages that anyone can open: header, content, footer. Its links work without script. */
export function PublicFrame({ current, children }: PublicFrameProps) {
  const { catalogueIsPublic, assessmentIsPublic } = usePortalConfig();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-b border-border bg-sidebar">
        <div className={`${publicWidth} flex flex-wrap items-center gap-x-8 lg:h-(--header-height)`}>
          <HomeLink />
          <nav aria-label="Main" className="flex gap-x-6 text-sm font-medium max-lg:order-last max-lg:w-full">
            {catalogueIsPublic ? (
              <NavigationLink isCurrent={current === 'catalogue'} to="/catalogue" label="Catalogue" />
            ) : null}
            {assessmentIsPublic ? (
              <NavigationLink isCurrent={current === 'assessment'} to="/assessment" label="Readiness assessment" />
            ) : null}
          </nav>
          <Account />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <PublicFooter />
    </div>
  );
}

/**
 * The portal's name, as a link to the first public page, or, if there is none, to the dashboard, which asks visitors to
 * sign in.
 */
function HomeLink({ size }: { size?: number }) {
  const portal = usePortalConfig();
  const { catalogueIsPublic, assessmentIsPublic } = portal;
  const mark = <Wordmark portal={portal} size={size} />;
  if (!catalogueIsPublic && !assessmentIsPublic) {
    return (
      <Link to="/" reloadDocument>
        {mark}
      </Link>
    );
  }
  return (
    <Link to={catalogueIsPublic ? '/catalogue' : '/assessment'} activeOptions={exactly}>
      {mark}
    </Link>
  );
}

type NavigationLinkProps = { to: '/catalogue' | '/assessment'; label: string; isCurrent: boolean };

function NavigationLink({ to, label, isCurrent }: NavigationLinkProps) {
  return linkTo({ to })({
    children: label,
    'aria-current': isCurrent ? 'page' : undefined,
    className:
      'flex min-h-11 items-center border-b-2 border-transparent text-sidebar-foreground hover:text-foreground lg:min-h-(--header-height) ' +
      'aria-[current=page]:border-primary aria-[current=page]:font-semibold',
  });
}

/**
 * Links for signing in or into the portal. The page is the same for every visitor, so a member's links appear only in
 * the browser. They load the whole page, because the server makes the pages behind them for the caller.
 */
function Account() {
  const { user } = useCurrentUser();
  // The first render in the browser must equal the server's, even when the member is already known.
  const isTakenOver = useDeferredValue(true, false);
  const { registration } = usePortalConfig();
  return (
    <div className="ml-auto flex items-center gap-2 py-2">
      {user && isTakenOver ? (
        <Link to="/" reloadDocument className={buttonClasses({ variant: 'outline', size: 'small' })}>
          Go to Dashboard
        </Link>
      ) : (
        <>
          <AuthLink className={buttonClasses({ variant: 'ghost', size: 'small' })}>Sign in</AuthLink>
          {registration === 'invited' ? null : (
            <AuthLink view="register" className={buttonClasses({ variant: 'outline', size: 'small' })}>
              Register
            </AuthLink>
          )}
        </>
      )}
    </div>
  );
}

const footerTypes = ['online_tool', 'downloadable_template', 'report', 'article'] as const;
const footerLink =
  'inline-flex min-h-8 items-center text-muted-foreground underline-offset-3 hover:text-foreground hover:underline pointer-coarse:min-h-11';

function PublicFooter() {
  const { publisher, supportEmail, termsUrl, privacyUrl, catalogueIsPublic } = usePortalConfig();
  const help = [
    { label: supportEmail, href: `mailto:${supportEmail}` },
    { label: 'Check a certificate', href: '/verify' },
    { label: termsUrl && 'Terms', href: termsUrl },
    { label: privacyUrl && 'Privacy', href: privacyUrl },
    { label: catalogueIsPublic && 'Feed of new resources', href: '/catalogue/feed.xml' },
  ];
  return (
    <footer className="mt-14 border-t border-border bg-sidebar text-sm">
      <div className={publicWidth}>
        <div className="grid grid-cols-2 gap-8 py-8 lg:grid-cols-4">
          <div className="flex flex-col items-start gap-3 col-span-2">
            <HomeLink size={24} />
            <p className="max-w-100 text-muted-foreground">
              Tools, templates and reading for each stage of responsible adoption.
            </p>
          </div>
          {catalogueIsPublic ? (
            <FooterList title="Catalogue">
              {footerTypes.map((type) => (
                <li key={type}>
                  <Link to="/catalogue" search={{ type: [type] }} hash="list" className={footerLink}>
                    {typePlurals[type]}
                  </Link>
                </li>
              ))}
            </FooterList>
          ) : null}
          <FooterList title="Help">
            {help.map(({ label, href }) =>
              label && href ? (
                <li key={label}>
                  <a href={href} className={`${footerLink} wrap-anywhere`}>
                    {label}
                  </a>
                </li>
              ) : null,
            )}
          </FooterList>
        </div>
        {publisher ? (
          <p className="border-t border-border py-5 text-muted-foreground">Published by {publisher}</p>
        ) : null}
      </div>
    </footer>
  );
}

function FooterList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-2 text-lg! leading-6!">{title}</h2>
      <ul>{children}</ul>
    </div>
  );
}
