import { Suspense } from 'react';
import { SettingsSections } from '#web/admin/SectionLinks.tsx';
import { lazyPart } from '#web/platform/screen.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { AdminPage } from '../accounts/AdminOnly.tsx';

// Loaded later, because a form is larger than a screen may load at first.
const PortalConnections = lazyPart(async () => (await import('./PortalConnections.tsx')).PortalConnections);

/** The connections of the portal, for everybody (SSO-13). */
export function PortalSignInScreen() {
  return (
    <AdminPage
      title="Company sign-in"
      subtitle="Identity providers for everybody, as buttons on the sign-in screen. Organisations connect their own."
      sections={<SettingsSections active="sign-in" />}
    >
      <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg!" />}>
        <PortalConnections />
      </Suspense>
    </AdminPage>
  );
}
