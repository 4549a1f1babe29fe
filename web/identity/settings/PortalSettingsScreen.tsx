import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { SettingsSections } from '#web/admin/SectionLinks.tsx';
import { longDate } from '#web/dates.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { AdminPage } from '../accounts/AdminOnly.tsx';
import { portalSettings } from './api.ts';

// Loaded later, because the modules of a form exceed the size that a screen may load at first.
const Settings = lazyPart(async () => (await import('./SettingsForm.tsx')).Settings);

const Developers = lazyPart(async () => (await import('../api-keys/Developers.tsx')).Developers);

/** The portal's settings or, at the path that ends with /developers, keys, webhooks and assistants. */
export function PortalSettingsScreen() {
  const { pathname } = useLocation();
  if (!pathname.endsWith('/developers')) return <OwnSettings />;
  return (
    <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg!" />}>
      <Developers />
    </Suspense>
  );
}

/** The settings of the portal itself, such as its name and brand (SETUP-01). */
function OwnSettings() {
  return (
    <AdminPage
      title="Portal settings"
      subtitle="Your name, brand and publisher details. Changes apply at once for all users."
      actions={<LastSaved />}
      sections={<SettingsSections active="settings" />}
    >
      <Suspense fallback={<Skeleton className="h-96 w-full rounded-lg!" />}>
        <Settings />
      </Suspense>
    </AdminPage>
  );
}

function LastSaved() {
  const { data } = useQuery(portalSettings);
  if (!data?.savedAt) return null;
  return (
    <p className="text-sm text-muted-foreground">
      Saved on {longDate(data.savedAt)}
      {data.savedBy ? ` by ${data.savedBy}` : null}
    </p>
  );
}
