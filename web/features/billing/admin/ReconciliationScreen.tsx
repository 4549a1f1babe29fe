import { AccessDenied } from '../../../admin/AccessDenied.tsx';
import { paths } from '../../../paths.ts';
import { usePage } from '../../../platform/page.ts';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { useMember } from '../../accounts/api.ts';
import { ReconciliationPanel } from './ReconciliationPanel.tsx';

const trail = [{ label: 'Admin Dashboard', href: paths.admin() }];

/** Whether money and access agree with the payment provider; a screen beside the six tabs of ADM-03. */
export function ReconciliationScreen() {
  const { role } = useMember();
  return role === 'administrator' ? <ReconciliationContent /> : <AccessDenied />;
}

function ReconciliationContent() {
  usePage('Reconciliation', trail);
  return (
    <>
      <PageHeading
        title="Reconciliation"
        subtitle="Payments, subscriptions and access here, compared with the payment provider every hour."
      />
      <ReconciliationPanel />
    </>
  );
}
