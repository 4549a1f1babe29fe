import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { Purchase } from '#contract/purchases.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/link.tsx';
import { buttonClasses } from '../../ui/button-classes.ts';
import { purchasesNow } from './api.ts';
import { boughtSentence } from './display.ts';
import { ReceiptButton } from './ReceiptButton.tsx';
import { StatePanel } from './StatePanel.tsx';

/** There is nothing left to pay: what was bought and when, also for somebody who reloads in the middle of a payment. */
export function OwnedPanel({ id, title }: { id: number; title: string }) {
  const { data: purchases } = useQuery(purchasesNow);
  const purchase = purchases?.find(({ resourceId }) => resourceId === id);
  return (
    <StatePanel
      headingLevel={1}
      title="You already own this resource"
      icon={<CircleCheck size={32} className="text-free" />}
      actions={<OwnedActions id={id} purchase={purchase} />}
    >
      <p>{title}</p>
      <p>{purchase ? `${boughtSentence(purchase)} ` : null}There is nothing left to pay.</p>
    </StatePanel>
  );
}

function OwnedActions({ id, purchase }: { id: number; purchase: Purchase | undefined }) {
  return (
    <>
      {/* What was loaded before may still say that a purchase is required. */}
      <AppLink href={paths.resource(id, { refresh: 'true' })} className={buttonClasses({})}>
        View Resource
      </AppLink>
      {purchase ? <ReceiptButton purchase={purchase} /> : null}
    </>
  );
}
