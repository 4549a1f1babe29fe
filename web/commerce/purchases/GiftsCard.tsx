import { useQuery } from '@tanstack/react-query';
import { listGifts } from '#contract/commerce/purchases.endpoints.ts';
import type { Gift } from '#contract/commerce/purchases.ts';
import { longDate } from '#web/dates.ts';
import { useAction } from '#web/platform/action.ts';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { LoadErrorLine } from '#web/ui/LoadErrorLine.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { giftsNow, sendAgain } from './api.ts';

const states: Record<Gift['state'], { tone: BadgeTone; words: string }> = {
  waiting: { tone: 'info', words: 'Waiting' },
  sent: { tone: 'purchase', words: 'Sent' },
  redeemed: { tone: 'success', words: 'Redeemed' },
  refunded: { tone: 'neutral', words: 'Refunded' },
};

/** Gifts that the member has paid; renders nothing without any (GIFT-04). */
export function GiftsCard() {
  const { data: gifts = [], isLoadingError, isFetching, refetch } = useQuery(giftsNow);
  if (isLoadingError) {
    return (
      <Card>
        <h2>Gifts</h2>
        <LoadErrorLine query={{ isFetching, refetch }} className="mt-2">
          Your gifts could not be loaded.
        </LoadErrorLine>
      </Card>
    );
  }
  if (gifts.length === 0) return null;
  return (
    <Card>
      <h2>Gifts</h2>
      <ul className="mt-2">
        {gifts.map((gift) => (
          <GiftRow key={gift.id} gift={gift} />
        ))}
      </ul>
    </Card>
  );
}

function GiftRow({ gift }: { gift: Gift }) {
  const { tone, words } = states[gift.state];
  const sending = useAction({
    send: () => sendAgain(gift.id),
    failed: 'The gift was not sent',
    done: () => ({ title: 'Gift sent again', description: `A new link is on its way to ${gift.email}.` }),
    changed: [listGifts],
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-border py-3 last:border-0">
      <div className="min-w-0">
        <p className="text-sm font-semibold wrap-anywhere">{gift.title}</p>
        <p className="text-sm text-muted-foreground wrap-anywhere">
          To <span translate="no">{gift.email}</span>
          {gift.state === 'waiting' ? ` on ${longDate(gift.deliverOn)}` : null}
        </p>
      </div>
      <div className="flex items-center gap-3">
        <Badge tone={tone}>{words}</Badge>
        {gift.canBeSent ? (
          <Button variant="outline" size="small" isBusy={sending.isPending} onClick={() => sending.mutate()}>
            Send again<VisuallyHidden> {gift.title}</VisuallyHidden>
          </Button>
        ) : null}
      </div>
    </li>
  );
}
