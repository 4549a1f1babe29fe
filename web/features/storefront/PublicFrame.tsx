import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePortalConfig } from '../../platform/config.ts';
import { linkTo } from '../../platform/link.tsx';
import { SkipLink } from '../../ui/AppShell.tsx';
import { buttonClasses } from '../../ui/button-classes.ts';
import { Wordmark } from '../../ui/Wordmark.tsx';
import { useCurrentUser } from '../accounts/api.ts';
import { typePlurals } from './display.ts';

/** The width of a public page. */
export const publicWidth = 'mx-auto w-full max-w-[calc(69rem+5rem)] px-4 lg:px-10';

/** A link to the catalogue is not the present page on the pages below it. */
export const exactly = { exact: true, includeHash: true };

type PublicFrameProps = { current: 'catalogue' | 'none'; children: ReactNode };

/** The frame of the pages that anyone may open: header, content, footer. Its links work without script. */
export function PublicFrame({ current, children }: PublicFrameProps) {
  const { productName } = usePortalConfig();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-b border-border bg-sidebar">
        <div
          className={`${publicWidth} flex items-center gap-x-10 max-lg:flex-wrap max-lg:gap-x-3 max-lg:pt-2 lg:h-(--header-height)`}
        >
          <Link to="/catalogue" activeOptions={exactly}>
            <Wordmark productName={productName} />
          </Link>
          <nav
            aria-label="Main"
            className="flex gap-7 self-stretch text-sm font-medium max-lg:order-last max-lg:w-full"
          >
            <NavigationLink isCurrent={current === 'catalogue'} to="/catalogue" label="Catalogue" />
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

function NavigationLink({ to, label, isCurrent }: { to: '/catalogue'; label: string; isCurrent: boolean }) {
  return linkTo({ to })({
    children: label,
    'aria-current': isCurrent ? 'page' : undefined,
    className:
      'flex min-h-11 items-center border-y-2 border-transparent text-sidebar-foreground hover:text-foreground ' +
      'aria-[current=page]:border-b-primary aria-[current=page]:font-semibold aria-[current=page]:text-foreground',
  });
}

/**
 * The way in; the page itself is the same for every visitor, so a member's part comes in the browser. Links into the portal
 * load a page, which knows who is signed in.
 */
function Account() {
  const { user } = useCurrentUser();
  return (
    <div className="ml-auto flex items-center gap-2 max-lg:gap-1">
      {user ? (
        <Link to="/" reloadDocument className={buttonClasses({ variant: 'outline', className: 'max-lg:px-3' })}>
          Go to Dashboard
        </Link>
      ) : (
        <>
          <Link to="/auth" reloadDocument className={buttonClasses({ variant: 'ghost', className: 'max-lg:px-3' })}>
            Sign in
          </Link>
          <Link
            to="/auth"
            search={{ view: 'register' }}
            reloadDocument
            className={buttonClasses({ variant: 'outline', className: 'max-lg:px-3' })}
          >
            Register
          </Link>
        </>
      )}
    </div>
  );
}

const footerTypes = ['online_tool', 'downloadable_template', 'report', 'article'] as const;
const footerLink =
  'inline-flex min-h-8 items-center text-muted-foreground underline-offset-3 hover:text-foreground hover:underline pointer-coarse:min-h-11';

function PublicFooter() {
  const { productName, publisher, supportEmail, termsUrl, privacyUrl } = usePortalConfig();
  const help = [
    { label: supportEmail, href: `mailto:${supportEmail}` },
    { label: termsUrl && 'Terms', href: termsUrl },
    { label: privacyUrl && 'Privacy', href: privacyUrl },
    { label: 'Feed of new resources', href: '/catalogue/feed.xml' },
  ];
  return (
    <footer className="mt-14 border-t border-border bg-sidebar text-sm lg:mt-20">
      <div className={publicWidth}>
        <div className="grid grid-cols-2 gap-x-5 gap-y-8 py-8 lg:grid-cols-[minmax(0,1.7fr)_repeat(2,minmax(0,1fr))] lg:gap-10 lg:pt-12 lg:pb-10">
          <div className="flex flex-col items-start gap-3 max-lg:col-span-2">
            <Link to="/catalogue" activeOptions={exactly}>
              <Wordmark productName={productName} size={24} />
            </Link>
            <p className="max-w-88 text-muted-foreground">
              Tools, templates and reading for each stage of responsible adoption.
            </p>
          </div>
          <FooterList title="Catalogue">
            {footerTypes.map((type) => (
              <li key={type}>
                <Link to="/catalogue" search={{ type: [type] }} hash="list" className={footerLink}>
                  {typePlurals[type]}
                </Link>
              </li>
            ))}
          </FooterList>
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
      <h2 className="mb-2 font-sans! text-sm! leading-5! font-semibold tracking-normal!">{title}</h2>
      <ul>{children}</ul>
    </div>
  );
}
