import { Link } from '@tanstack/react-router';
import { ShieldX } from 'lucide-react';
import { usePage } from '#web/platform/page.ts';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';

/** Shown to members other than administrators in place of a screen for administrators (ADM-02). */
export function AccessDenied() {
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
