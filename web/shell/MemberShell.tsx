import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useMember } from '../features/accounts/api.ts';
import { TypedPasswordNotice } from '../features/sign-in/TypedPasswordNotice.tsx';
import { paths } from '../paths.ts';
import { usePortalConfig } from '../platform/config.ts';
import { renderLink, usePath } from '../platform/link.tsx';
import { useShownPage } from '../platform/page.ts';
import { AppShell, Header, Sidebar } from '../ui/AppShell.tsx';
import { Breadcrumb } from '../ui/Breadcrumb.tsx';
import { navigationOf } from './navigation.ts';
import { PortalFooter } from './PortalFooter.tsx';
import { UserMenu } from './UserMenu.tsx';

const loadSheet = () => import('../ui/NavigationSheet.tsx');
const NavigationSheet = lazy(async () => ({ default: (await loadSheet()).NavigationSheet }));

/** The frame of the members' screens: sidebar, header, and below 1024 px the sheet with the same entries. */
export function MemberShell() {
  const { role } = useMember();
  const { productName } = usePortalConfig();
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const [isSheetWanted, setIsSheetWanted] = useState(false);
  const home = { productName, homeHref: paths.dashboard(), renderLink };
  const entries = navigationOf(role, usePath());

  function openSheet() {
    setIsSheetWanted(true);
    setIsSheetOpen(true);
  }

  return (
    <AppShell
      sidebar={<Sidebar {...home} entries={entries} />}
      header={
        <Header
          {...home}
          breadcrumb={<PageTrail />}
          userMenu={<UserMenu />}
          onOpenNavigation={openSheet}
          onNavigationNear={() => void loadSheet()}
        />
      }
      footer={<PortalFooter />}
    >
      <TypedPasswordNotice />
      <Outlet />
      {isSheetWanted ? (
        <Suspense fallback={null}>
          <NavigationSheet
            isOpen={isSheetOpen}
            onOpenChange={setIsSheetOpen}
            entries={entries}
            renderLink={renderLink}
          />
        </Suspense>
      ) : null}
    </AppShell>
  );
}

function PageTrail() {
  const { title, trail } = useShownPage();
  // The first screen of a visit has not named itself while its code is on its way.
  return title ? <Breadcrumb items={[...trail, { label: title }]} renderLink={renderLink} /> : null;
}
