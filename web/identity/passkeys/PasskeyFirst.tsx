import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePage } from '#web/platform/page.ts';
import { Card } from '#web/ui/Card.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { passkeysQuery } from './api.ts';
import { PasskeysPanel } from './PasskeysPanel.tsx';

/** Shows its content once the administrator has a passkey, and until then how to add one (PASS-03). */
export function PasskeyFirst({ children }: { children: ReactNode }) {
  const { data, isPending } = useQuery(passkeysQuery);
  if (isPending) return <Skeleton className="h-48 w-full" />;
  // Without an answer the screen's own calls say what is wrong.
  return data?.isMissing ? <AddFirst /> : children;
}

function AddFirst() {
  usePage('Add a passkey');
  return (
    <Card className="mx-auto max-w-152">
      <PageHeading
        above={<KeyRound size={32} className="text-primary" />}
        title="Add a passkey first"
        subtitle="Administrators of this portal need a passkey. Once you have added one, this page opens."
      />
      <PasskeysPanel />
    </Card>
  );
}
