import { CreditCard } from 'lucide-react';
import type { PaymentMethod } from '#contract/billing.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { cardExpiry, cardName, shownCards } from './display.ts';

/** The cards kept at the payment provider; the first is the one that is charged (BILL-06). */
export function PaymentMethodCard({ methods }: { methods: readonly PaymentMethod[] }) {
  return (
    <Card>
      <h2 className="mb-4">Payment Method</h2>
      {methods.length === 0 ? (
        <p className="text-sm text-muted-foreground">
          No card is saved. A subscription keeps the card that it is paid with.
        </p>
      ) : (
        <ul className="lines-between">
          {shownCards(methods).map(({ key, method, isDefault }) => (
            <li key={key} className="flex items-center gap-3.5 py-3.5 first:pt-0 last:pb-0">
              <span className="grid h-7.5 w-11 flex-none place-items-center rounded-xs border border-border text-muted-foreground">
                <CreditCard size={18} />
              </span>
              <div className="min-w-0 flex-1 tabular-nums">
                <p className="text-sm font-semibold">{cardName(method)}</p>
                <p className="text-xs text-muted-foreground">{cardExpiry(method)}</p>
              </div>
              {isDefault ? <Badge>Default</Badge> : null}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
