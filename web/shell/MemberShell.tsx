import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { PortalConfig } from '#contract/identity/settings.ts';
import { useMember } from '../identity/accounts/api.ts';
import { TypedPasswordNotice } from '../identity/sign-in/TypedPasswordNotice.tsx';
import { usePortalConfig } from '../platform/config.ts';
import { lazyDialog } from '../platform/lazy-dialog.ts';
import { linkTo } from '../platform/link.tsx';
import { useShownPage } from '../platform/page.ts';
import { lazyPart } from '../platform/screen.ts';
import { AppShell, Header, Sidebar } from '../ui/AppShell.tsx';
import { Breadcrumb } from '../ui/Breadcrumb.tsx';
import { tabOf } from './admin-tabs.ts';
import { navigationOf } from './navigation.ts';
import { SearchButton } from './SearchButton.tsx';
import { UserMenu } from './UserMenu.tsx';

const navigationSheet = lazyDialog(async () => (await import('../ui/NavigationSheet.tsx')).NavigationSheet);

// Imported with the overview's screen, because the name of a separate chunk would be in the code that each member loads
// first.
const ToHandle = lazyPart(async () => (await import('../operations/overview/OverviewScreen.tsx')).ToHandle);

/** Frame of the members' screens: sidebar, header, and below 1024 px the sheet with the same entries. */
export function MemberShell() {
  const { role } = useMember();
  const portal = usePortalConfig();
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const home = { portal, homeLink: linkTo({ to: '/' }) };
  const path = useLocation({ select: ({ pathname }) => pathname });
  const tab = useLocation({ select: ({ search }) => tabOf(search) });
  const toHandle = (
    <Suspense>
      {/* The server renders a page in one pass, which cannot wait for the code of this part. */}
      {import.meta.env.SSR ? null : <ToHandle />}
    </Suspense>
  );
  const entries = navigationOf(role, path, tab, toHandle);

  return (
    <AppShell
      sidebar={<Sidebar {...home} entries={entries} />}
      header={
        <Header
          {...home}
          breadcrumb={<PageTrail />}
          search={<SearchButton />}
          userMenu={<UserMenu />}
          onOpenNavigation={() => setIsSheetOpen(true)}
          onNavigationNear={navigationSheet.near.onFocus}
        />
      }
      footer={<PortalFooter />}
    >
      <TypedPasswordNotice />
      <Outlet />
      <navigationSheet.Dialog isOpen={isSheetOpen} onOpenChange={setIsSheetOpen} entries={entries} />
    </AppShell>
  );
}

function PageTrail() {
  const { title, trail } = useShownPage();
  // The first screen of a visit has no title while its code loads.
  return title ? <Breadcrumb items={[...trail, { label: title }]} /> : null;
}

/** Links to help, terms and privacy, and the seller's name, if the portal has them. */
function PortalFooter() {
  const config = usePortalConfig();
  const links = linksOf(config);
  if (links.length === 0 && !config.publisher) return null;
  return (
    <footer className="mx-auto flex w-full max-w-[74rem] flex-wrap justify-between gap-x-8 gap-y-3 border-t border-border px-4 py-6 text-sm text-muted-foreground lg:px-10">
      {config.publisher ? <p>{config.publisher}</p> : null}
      {links.length > 0 ? (
        <ul className="flex flex-wrap gap-x-6 gap-y-2">
          {links.map(({ label, href }) => (
            <li key={label}>
              <a href={href} className="inline-flex min-h-6 items-center underline-offset-3 hover:underline">
                {label}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </footer>
  );
}

function linksOf({ supportEmail, termsUrl, privacyUrl }: PortalConfig) {
  return [
    { label: 'Support', href: supportEmail && `mailto:${supportEmail}` },
    { label: 'Terms', href: termsUrl },
    { label: 'Privacy', href: privacyUrl },
  ].flatMap(({ label, href }) => (href ? [{ label, href }] : []));
}
