import { Download, ExternalLink, FileText, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { Billing, Invoice, Transaction } from '#contract/billing.ts';
import { formatMoney } from '#contract/money.ts';
import { shortDate } from '../../dates.ts';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClasses } from '../../ui/button-classes.ts';
import { Card } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useReceipt } from '../purchases/api.ts';
import { invoiceStatus, statusOf } from './display.ts';

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

type InvoicesDialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; billing: Billing };

/** Invoices of the subscription, which open as PDF, and the receipts of purchases (BILL-11, SUCCESS-07). */
function InvoicesDialog({ isOpen, onOpenChange, billing }: InvoicesDialogProps) {
  const purchases = billing.transactions.filter(({ purchaseId }) => purchaseId !== null);
  const isEmpty = billing.invoices.length + purchases.length === 0;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Invoices & Receipts"
      size="medium"
      footer={
        <Button variant="outline" onClick={() => onOpenChange(false)}>
          Close
        </Button>
      }
    >
      {isEmpty ? <p className="text-muted-foreground">There are no invoices or receipts yet.</p> : null}
      {billing.invoices.length > 0 ? (
        <DocumentList title="Subscription invoices">
          {billing.invoices.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </DocumentList>
      ) : null}
      {purchases.length > 0 ? (
        <DocumentList title="Purchase receipts">
          {purchases.map((line) => (
            <ReceiptRow key={line.id} line={line} />
          ))}
        </DocumentList>
      ) : null}
    </Dialog>
  );
}

function DocumentList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-base">{title}</h3>
      <ul className="lines-between">{children}</ul>
    </section>
  );
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { number, description, amount, currency, issuedAt, paidAt, pdfUrl, hostedUrl } = invoice;
  const date = shortDate(new Date((paidAt ?? issuedAt) * 1000));
  const name = number ?? date;
  return (
    <DocumentRow
      title={description}
      details={[number, date, formatMoney(amount, currency)]}
      status={invoiceStatus(invoice)}
    >
      {pdfUrl ? (
        <a
          href={pdfUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClasses({ variant: 'outline', size: 'small' })}
        >
          <FileText size={16} />
          PDF<VisuallyHidden> of invoice {name}</VisuallyHidden>
        </a>
      ) : null}
      {hostedUrl ? (
        <a
          href={hostedUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClasses({ variant: 'ghost', size: 'small' })}
        >
          <ExternalLink size={16} />
          {invoice.status === 'open' ? 'Pay' : 'View'}
          <VisuallyHidden> invoice {name}</VisuallyHidden>
        </a>
      ) : null}
    </DocumentRow>
  );
}

function ReceiptRow({ line }: { line: Transaction }) {
  const { purchaseId, description, amount, currency, date } = line;
  const receipt = useReceipt({ id: purchaseId ?? 0, resource: { title: description } });
  return (
    <DocumentRow title={description} details={[shortDate(date), formatMoney(amount, currency)]} status={statusOf(line)}>
      <Button variant="outline" size="small" isBusy={receipt.isPending} onClick={() => receipt.mutate()}>
        {receipt.isPending ? null : <Download size={16} />}
        Receipt<VisuallyHidden> for {description}</VisuallyHidden>
      </Button>
    </DocumentRow>
  );
}

type DocumentRowProps = {
  title: string;
  details: (string | null)[];
  status: { label: string; tone: BadgeTone };
  children: ReactNode;
};

function DocumentRow({ title, details, status, children }: DocumentRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5 last:pb-0">
      <div className="min-w-44 flex-1">
        <p className="text-sm font-semibold wrap-anywhere">{title}</p>
        <p className="text-xs text-muted-foreground tabular-nums">{details.filter(Boolean).join(' · ')}</p>
      </div>
      <Badge tone={status.tone}>{status.label}</Badge>
      <div className="flex gap-2">{children}</div>
    </li>
  );
}
