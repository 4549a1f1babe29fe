import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { BillingDetails } from '#contract/commerce/payments.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { billingDetailsQuery } from './api.ts';
import { detailLines } from './display.ts';

// Loaded lazily, because few members have a tax id.
const TaxIdStatus = lazyPart(async () => (await import('./TaxIdStatus.tsx')).TaxIdStatus);
const dialog = lazyDialog(async () => (await import('./BillingDetailsDialog.tsx')).BillingDetailsDialog);

/**
 * Card with the details on the member's invoices, and the dialog that changes them (TAX-06).
 * @param onSaved called after a change, which may have changed the tax
 */
export function BillingDetailsCard({ onSaved }: { onSaved?: () => Promise<unknown> }) {
  const { data, isPending, isLoadingError, isFetching, refetch } = useQuery(billingDetailsQuery);
  return (
    <Card>
      <h2 className="mb-3">Invoice details</h2>
      {isPending ? (
        <div role="status">
          <span className="sr-only">Loading your invoice details</span>
          <Skeleton className="h-4 w-3/4" />
        </div>
      ) : isLoadingError ? (
        <LoadError
          title="Failed to fetch your invoice details"
          description="Nothing was changed. Check your connection, then try again."
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <ShownDetails details={data} onSaved={onSaved} />
      )}
    </Card>
  );
}

type ShownDetailsProps = { details: BillingDetails; onSaved: (() => Promise<unknown>) | undefined };

function ShownDetails({ details, onSaved }: ShownDetailsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const lines = detailLines(details);
  return (
    <>
      {lines.length === 0 ? (
        <p className="text-sm text-muted-foreground">
          Do you buy for a company? Its name, address, tax id and order number are printed on your invoices.
        </p>
      ) : (
        <ul className="text-sm wrap-anywhere">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {details.taxIdStatus ? (
        <Suspense>
          <TaxIdStatus status={details.taxIdStatus} />
        </Suspense>
      ) : null}
      <Button variant="outline" size="small" className="mt-4" {...dialog.near} onClick={() => setIsOpen(true)}>
        {lines.length === 0 ? 'Add company details' : 'Change invoice details'}
      </Button>
      {isOpen ? (
        <dialog.Dialog details={details} {...(onSaved && { onSaved })} onClose={() => setIsOpen(false)} />
      ) : null}
    </>
  );
}
