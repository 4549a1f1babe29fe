import { ShieldX } from 'lucide-react';
import { paths } from '../paths.ts';
import { AppLink } from '../platform/link.tsx';
import { usePage } from '../platform/page.ts';
import { buttonClasses } from '../ui/button-classes.ts';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';

/** What members see of the administrator's screens (ADM-02). */
export function AccessDenied() {
  usePage('Access Denied');
  return (
    <Card className="mx-auto max-w-152">
      <PageHeading
        above={<ShieldX size={32} className="text-destructive" />}
        title="Access Denied"
        subtitle="Administrator privileges are needed to see this page."
      />
      <AppLink href={paths.dashboard()} className={buttonClasses({})}>
        Go to Dashboard
      </AppLink>
    </Card>
  );
}
