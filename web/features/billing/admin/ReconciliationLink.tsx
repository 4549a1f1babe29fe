import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../../ui/button-classes.ts';

/** The way from the subscriptions to the comparison with the payment provider. */
export function ReconciliationLink() {
  return (
    <Link to="/admin-dashboard/reconciliation" className={buttonClasses({ variant: 'outline' })}>
      Reconciliation
    </Link>
  );
}
