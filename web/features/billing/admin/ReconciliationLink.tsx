import { paths } from '../../../paths.ts';
import { AppLink } from '../../../platform/link.tsx';
import { buttonClasses } from '../../../ui/button-classes.ts';

/** The way from the subscriptions to the comparison with the payment provider. */
export function ReconciliationLink() {
  return (
    <AppLink href={paths.adminReconciliation()} className={buttonClasses({ variant: 'outline' })}>
      Reconciliation
    </AppLink>
  );
}
