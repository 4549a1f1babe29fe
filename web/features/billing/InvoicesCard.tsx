import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import type { Billing } from '#contract/billing.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { InvoicesDialog } from './InvoicesDialog.tsx';

/** The way to every invoice and receipt (BILL-11). */
export function InvoicesCard({ billing }: { billing: Billing }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card>
      <h2>Invoices &amp; Receipts</h2>
      <p className="mt-2 mb-4 text-sm text-muted-foreground">Download a receipt for every payment.</p>
      <Button variant="outline" isBlock onClick={() => setIsOpen(true)}>
        <ReceiptText size={18} />
        View Invoices
      </Button>
      <InvoicesDialog isOpen={isOpen} onOpenChange={setIsOpen} billing={billing} />
    </Card>
  );
}
