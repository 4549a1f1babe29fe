import { Download } from 'lucide-react';
import type { Purchase } from '#contract/purchases.ts';
import { Button } from '../../ui/Button.tsx';
import { useReceipt } from './api.ts';

/** Saves the PDF receipt of a purchase (SUCCESS-07). */
export function ReceiptButton({ purchase }: { purchase: Purchase }) {
  const receipt = useReceipt(purchase);
  return (
    <Button variant="outline" isBusy={receipt.isPending} onClick={() => receipt.mutate()}>
      {receipt.isPending ? null : <Download size={18} />}
      Download receipt
    </Button>
  );
}
