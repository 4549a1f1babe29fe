import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { periodText, shownStatus } from '#web/commerce/subscriptions/admin/display.ts';
import { useConfirmDialog } from '#web/platform/confirm-dialog.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { memberSubscription, useEndSubscription } from './api.ts';
import { Line, Lines, LoadedPart, Part } from './Part.tsx';

/** State of the member's subscription, with the action that ends it at once. */
export function SubscriptionPart({ userId }: { userId: number }) {
  const query = useQuery(memberSubscription(userId));
  const [isAsked, setIsAsked] = useState(false);
  const ending = useEndSubscription(userId);
  const end = useConfirmDialog(
    () => ending.mutateAsync(),
    () => setIsAsked(false),
  );
  return (
    <Part title="Subscription">
      <LoadedPart query={query} what="The subscription">
        {(subscription) => {
          if (!subscription) return <Lines none="This member has no subscription.">{[]}</Lines>;
          const { name, tone } = shownStatus(subscription);
          const hasEnded = ['canceled', 'incomplete_expired'].includes(subscription.status);
          return (
            <Lines none="">
              {[
                <Line
                  key={subscription.id}
                  title={subscription.productName ?? 'Subscription'}
                  badge={<Badge tone={tone}>{name}</Badge>}
                  details={periodText(subscription) ?? 'No period yet'}
                  action={
                    hasEnded ? null : (
                      <Button variant="outline" size="small" onClick={() => setIsAsked(true)}>
                        Cancel Subscription
                      </Button>
                    )
                  }
                />,
              ]}
            </Lines>
          );
        }}
      </LoadedPart>
      <ConfirmDialog
        isOpen={isAsked}
        {...end}
        title="End this subscription at once?"
        description="The subscription stops giving access now and does not renew. Nothing is refunded. To let it run to the end of its period, use the Subscriptions tab."
        confirmLabel="Cancel Subscription"
        dismissLabel="Close"
      />
    </Part>
  );
}
