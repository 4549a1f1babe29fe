import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import { typeNames } from '#web/catalogue/catalogue/display.ts';
import { type Fact, Facts } from '#web/ui/Facts.tsx';
import { ResourceCover } from '#web/ui/ResourceCover.tsx';
import { StatePanel } from '#web/ui/StatePanel.tsx';
import { TypeChip } from '#web/ui/TypeChip.tsx';
import { DocumentButton } from '../payments/DocumentButton.tsx';
import { type Receipt, receiptFacts } from './receipt-display.ts';

export type { Receipt };

type ReceiptPanelProps = Receipt & {
  /** Sentence that the payment had gone through before, so nothing was charged again; otherwise null. */
  note: string | null;
  /** Facts before the payment's own: the recipient, and without a `resource` the bought item. */
  facts: Fact[];
  /** The bought resource, whose cover and type are shown; null for the plan, and until it has loaded. */
  resource: Resource | null;
  /** Title of the bought item, shown beside the cover; it also names the invoice. */
  subject: string;
  /** Next step in words. */
  children: ReactNode;
  actions: ReactNode;
  /** 2 when the page has a heading above the panel. */
  headingLevel?: 1 | 2;
};

/** Receipt in place of the payment's forms: item with its cover, recipient, amount with tax, invoice and next step. */
export function ReceiptPanel(props: ReceiptPanelProps) {
  const { documentId, note, facts, resource, subject, children, actions, headingLevel = 1 } = props;
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
      <div className="flex flex-col gap-3 py-3 text-left text-foreground">
        {resource ? (
          <div className="flex items-center gap-4">
            <div className="w-16 flex-none overflow-hidden rounded-md">
              <ResourceCover
                id={resource.id}
                type={resource.type}
                principles={resource.rappPrinciples}
                imageUrl={resource.thumbnailUrl ?? resource.featuredImageUrl}
                cut="square"
                isPrompt
              />
            </div>
            <div className="flex min-w-0 flex-col items-start gap-1">
              <TypeChip type={resource.type} name={typeNames[resource.type]} />
              <b className="font-semibold">{subject}</b>
            </div>
          </div>
        ) : null}
        <Facts isBoxed facts={[...facts, ...receiptFacts(props)]} />
      </div>
      {children}
    </StatePanel>
  );
}
