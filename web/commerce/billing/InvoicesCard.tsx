import { ExternalLink, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { Billing, Invoice, Transaction } from '#contract/commerce/billing.ts';
import { formatMoney } from '#contract/money.ts';
import { shortDate } from '#web/dates.ts';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { DocumentButton } from '../payments/DocumentButton.tsx';
import { invoiceStatus, statusOf } from './display.ts';

/** Card with the button that lists every invoice and receipt (BILL-11). */
export function InvoicesCard({ billing }: { billing: Billing }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card>
      <h2>Invoices &amp; Receipts</h2>
      <p className="mt-2 mb-4 text-sm text-muted-foreground">Download an invoice for every payment.</p>
      <Button variant="outline" isBlock onClick={() => setIsOpen(true)}>
        <ReceiptText size={18} />
        View Invoices
      </Button>
      <InvoicesDialog isOpen={isOpen} onOpenChange={setIsOpen} billing={billing} />
    </Card>
  );
}

type InvoicesDialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; billing: Billing };

/**
 * Documents of payments and refunds, and the subscription's invoices that are unpaid or cost nothing (BILL-11, TAX-04).
 */
function InvoicesDialog({ isOpen, onOpenChange, billing }: InvoicesDialogProps) {
  const documents = billing.transactions.filter(({ document }) => document !== null);
  const others = billing.invoices.filter(({ documentId }) => documentId === null);
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
      {documents.length + others.length === 0 ? (
        <p className="text-muted-foreground">There are no invoices or receipts yet.</p>
      ) : null}
      {others.length > 0 ? (
        <DocumentList title="Subscription invoices">
          {others.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </DocumentList>
      ) : null}
      {documents.length > 0 ? (
        <DocumentList title="Payments and refunds">
          {documents.map((line) => (
            <TransactionRow key={line.id} line={line} />
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

/** Invoice that is unpaid or cost nothing. */
function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { number, description, amount, currency, issuedAt, paidAt, hostedUrl } = invoice;
  const date = shortDate(new Date((paidAt ?? issuedAt) * 1000));
  return (
    <DocumentRow
      title={description}
      details={[number, date, formatMoney(amount, currency)]}
      status={invoiceStatus(invoice)}
    >
      {hostedUrl ? (
        <a
          href={hostedUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClasses({ variant: 'outline', size: 'small' })}
        >
          <ExternalLink size={16} />
          Pay<VisuallyHidden> invoice {number ?? date}</VisuallyHidden>
        </a>
      ) : null}
    </DocumentRow>
  );
}

function TransactionRow({ line }: { line: Transaction }) {
  const { document, type, description, amount, currency, date } = line;
  const kind = type === 'refund' ? 'creditNote' : 'invoice';
  return (
    <DocumentRow
      title={description}
      details={[document?.number ?? null, shortDate(date), formatMoney(amount, currency)]}
      status={statusOf(line)}
    >
      {document ? <DocumentButton id={document.id} kind={kind} subject={description} size="small" /> : null}
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
