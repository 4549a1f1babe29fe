import { type ReactNode, Suspense } from 'react';
import { usePortalConfig } from '#web/platform/config.ts';
import { linkTo } from '#web/platform/link.tsx';
import { usePage } from '#web/platform/page.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { useMember } from './api.ts';
import '#web/ui/all-classes.css';

/**
 * Shows its content to administrators, behind `PasskeyFirst` where the portal requires a passkey, and "Access
 * Denied" to all other members (ADM-02).
 */
export function AdminOnly({ children }: { children: ReactNode }) {
  const { role } = useMember();
  const { adminPasskey } = usePortalConfig();
  if (role === 'administrator' && !adminPasskey) return children;
  return <Suspense>{role === 'administrator' ? <PasskeyFirst>{children}</PasskeyFirst> : <AccessDenied />}</Suspense>;
}

const AccessDenied = lazyPart(async () => (await import('./AccessDenied.tsx')).AccessDenied);
const PasskeyFirst = lazyPart(async () => (await import('../passkeys/PasskeyFirst.tsx')).PasskeyFirst);

const trail = [{ label: 'Admin Dashboard', link: linkTo({ to: '/admin-dashboard' }) }];

/** Trail of the pages below the portal settings. */
const trailOfSettings = [...trail, { label: 'Settings', link: linkTo({ to: '/admin-dashboard/settings' }) }];

type AdminPageProps = {
  title: string;
  subtitle: string;
  /** At the right of the heading. */
  actions?: ReactNode;
  /** Below the heading: the screens of the same entry of the menu. */
  sections?: ReactNode;
  /** Whether the page is one below the portal settings. */
  isOfSettings?: boolean;
  children: ReactNode;
};

/** An administrator's page outside the six tabs of the dashboard (ADM-03), with its heading. */
export function AdminPage(props: AdminPageProps) {
  return (
    <AdminOnly>
      <AdminPageContent {...props} />
    </AdminOnly>
  );
}

function AdminPageContent({ title, subtitle, actions, sections, isOfSettings = false, children }: AdminPageProps) {
  usePage(title, isOfSettings ? trailOfSettings : trail);
  return (
    <>
      <PageHeading title={title} subtitle={subtitle} actions={actions} className={sections ? 'mb-5!' : undefined} />
      {sections}
      {children}
    </>
  );
}
