import { Link } from '@tanstack/react-router';
import { ShieldX } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { usePortalConfig } from '../../platform/config.ts';
import { linkTo } from '../../platform/link.tsx';
import { usePage } from '../../platform/page.ts';
import { lazyPart } from '../../platform/screen.ts';
import { buttonClasses } from '../../ui/button-classes.ts';
import { Card } from '../../ui/Card.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { useMember } from './api.ts';
import '../../ui/all-classes.css';

/** Shows its content to administrators, and "Access Denied" to all other members (ADM-02). */
export function AdminOnly({ children }: { children: ReactNode }) {
  const { role } = useMember();
  const { adminPasskey } = usePortalConfig();
  if (role !== 'administrator') return <AccessDenied />;
  return adminPasskey ? (
    <Suspense>
      <PasskeyFirst>{children}</PasskeyFirst>
    </Suspense>
  ) : (
    children
  );
}

const PasskeyFirst = lazyPart(async () => (await import('../passkeys/PasskeyFirst.tsx')).PasskeyFirst);

function AccessDenied() {
  usePage('Access Denied');
  return (
    <Card className="mx-auto max-w-152">
      <PageHeading
        above={<ShieldX size={32} className="text-destructive" />}
        title="Access Denied"
        subtitle="Administrator privileges are needed to see this page."
      />
      <Link to="/" className={buttonClasses({})}>
        Go to Dashboard
      </Link>
    </Card>
  );
}

const trail = [{ label: 'Admin Dashboard', link: linkTo({ to: '/admin-dashboard' }) }];

type AdminPageProps = {
  title: string;
  subtitle: string;
  /** At the right of the heading. */
  actions?: ReactNode;
  /** Below the heading: the screens of the same entry of the menu. */
  sections?: ReactNode;
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

function AdminPageContent({ title, subtitle, actions, sections, children }: AdminPageProps) {
  usePage(title, trail);
  return (
    <>
      <PageHeading title={title} subtitle={subtitle} actions={actions} className={sections ? 'mb-5!' : undefined} />
      {sections}
      {children}
    </>
  );
}
