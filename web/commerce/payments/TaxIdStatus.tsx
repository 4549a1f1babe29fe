import type { BillingDetails } from '#contract/commerce/payments.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { taxIdNote, taxIdStatuses } from './tax-id-display.ts';

/** Stripe's result for the member's tax id, and its effect on the tax (TAX-10). */
export function TaxIdStatus({ status }: { status: NonNullable<BillingDetails['taxIdStatus']> }) {
  const { label, tone } = taxIdStatuses[status];
  const note = taxIdNote(status, usePortalConfig().tax);
  return (
    <>
      <p className="mt-2">
        <Badge tone={tone}>{label}</Badge>
      </p>
      {note ? <p className="mt-2 text-sm text-muted-foreground">{note}</p> : null}
    </>
  );
}
