import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Fact, Facts } from '#web/ui/Facts.tsx';
import { StatePanel } from '#web/ui/StatePanel.tsx';
import { DocumentButton } from '../payments/DocumentButton.tsx';
import { type Receipt, receiptFacts } from './receipt-display.ts';

export type { Receipt };

type ReceiptPanelProps = Receipt & {
  /** Sentence that nothing was charged now; null otherwise. */
  note: string | null;
  /** Bought item and its receiver. */
  facts: Fact[];
  /** Title of the bought item, which names the invoice. */
  subject: string;
  /** Next step in words. */
  children: ReactNode;
  actions: ReactNode;
  /** 2 below the heading of a page. */
  headingLevel?: 1 | 2;
};

/** Receipt in place of the payment's forms: item, receiver, amount with tax, invoice and next step. */
export function ReceiptPanel(props: ReceiptPanelProps) {
  const { documentId, note, facts, subject, children, actions, headingLevel = 1 } = props;
  return (
    <StatePanel
      headingLevel={headingLevel}
      title="Payment Successful"
      icon={<CircleCheck size={32} className="text-free" />}
      actions={
        <>
          {actions}
          {documentId === null ? null : <DocumentButton id={documentId} kind="invoice" subject={subject} />}
        </>
      }
    >
      {note ? <p>{note}</p> : null}
      <div className="py-3 text-left text-foreground">
        <Facts isBoxed facts={[...facts, ...receiptFacts(props)]} />
      </div>
      {children}
    </StatePanel>
  );
}
