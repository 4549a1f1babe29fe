import { Link } from '@tanstack/react-router';
import { CircleCheck, X } from 'lucide-react';
import { useMember } from '#web/identity/accounts/api.ts';
import { Facts } from '#web/ui/Facts.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { DocumentButton } from '../payments/DocumentButton.tsx';
import { type PageReceipt, receiptFacts } from './receipt-display.ts';

type ReceiptBoxProps = {
  receipt: PageReceipt;
  /** Title of the resource, which names the invoice. */
  subject: string;
  onClose: () => void;
};

/** Receipt of a payment, in place of the price on the resource's page, until it is closed (CHECKOUT-20). */
export function ReceiptBox({ receipt, subject, onClose }: ReceiptBoxProps) {
  const { firstName, lastName, email } = useMember();
  const { note, documentId } = receipt;
  return (
    <section aria-labelledby="receipt-heading" className="flex flex-col gap-4">
      <div className="flex items-start gap-3">
        <CircleCheck size={20} className="mt-1 text-free" />
        <h2 id="receipt-heading" className="flex-1">
          Payment Successful
        </h2>
        <IconButton label="Close the receipt" size="small" icon={<X size={18} />} onClick={onClose} />
      </div>
      <p className="text-sm text-muted-foreground wrap-anywhere">
        {note ? `${note} ` : null}Your receipt is on its way to <span translate="no">{email}</span>.
      </p>
      <Facts isBoxed facts={[{ label: 'For', value: `${firstName} ${lastName}` }, ...receiptFacts(receipt)]} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {documentId === null ? null : <DocumentButton id={documentId} kind="invoice" subject={subject} />}
        <Link to="/billing" className={textLinkClasses}>
          All payments
        </Link>
      </div>
    </section>
  );
}
