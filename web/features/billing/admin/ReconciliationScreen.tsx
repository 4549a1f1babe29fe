import { AdminPage } from '../../accounts/AdminOnly.tsx';
import { ReconciliationPanel } from './ReconciliationPanel.tsx';

/** Whether payments and access agree with the payment provider. */
export function ReconciliationScreen() {
  return (
    <AdminPage
      title="Reconciliation"
      subtitle="Payments, subscriptions and access here, compared with the payment provider every hour."
    >
      <ReconciliationPanel />
    </AdminPage>
  );
}
