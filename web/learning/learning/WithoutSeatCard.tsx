import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { SeatPool } from '#contract/commerce/seats.ts';
import type { WithoutSeat } from '#contract/learning/learning.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { poolsQuery } from '#web/organisations/organisations/api.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { withoutSeatQuery } from './api.ts';
import { lackingText } from './display.ts';

const assignDialog = lazyDialog(
  async () => (await import('#web/organisations/organisations/AssignDialog.tsx')).AssignDialog,
);

type Lacking = WithoutSeat['resources'][number];

/**
 * Assigned resources that the organisation's seats do not open for some people (LEARN-08), each with a button or link
 * for seats, or a note where the member cannot order any; renders nothing without any.
 */
export function WithoutSeatCard({ organisation }: { organisation: Organisation }) {
  const { data } = useQuery(withoutSeatQuery(organisation.id));
  const { data: pools } = useQuery({ ...poolsQuery(organisation.id), enabled: data !== undefined && data.people > 0 });
  const [assigned, assign] = useState<{ pool: SeatPool; userIds: readonly number[] } | null>(null);
  const mayOrder = usePortalConfig().payments.publishableKey !== null && organisation.role === 'owner';
  const poolOf = ({ kind, resourceId }: Lacking) =>
    pools?.find((pool) => pool.resourceId === (kind === 'plan' ? null : resourceId));
  return (
    <>
      {data && pools && data.people > 0 ? (
        <Card isPadded={false} className="lines-between overflow-hidden">
          <div className="p-5 lg:px-6">
            <h2>People without a seat</h2>
            <p className="mt-1 text-sm text-muted-foreground">
              Your organisation’s seats do not open this for them. They were assigned it all the same.
            </p>
          </div>
          {data.resources.map((lacking) => {
            const pool = poolOf(lacking);
            return (
              <div key={lacking.resourceId} className="flex flex-wrap items-center gap-x-4 gap-y-2 p-5 lg:px-6">
                <div className="min-w-0 flex-1 basis-56">
                  <h3 className="text-base! wrap-anywhere">{lacking.title}</h3>
                  <p className="text-sm wrap-anywhere text-muted-foreground">{lackingText(lacking)}</p>
                </div>
                {pool && pool.available > 0 ? (
                  <Button
                    variant="outline"
                    size="small"
                    {...assignDialog.near}
                    onClick={() => assign({ pool, userIds: lacking.userIds })}
                  >
                    Assign seats<VisuallyHidden> for {lacking.title}</VisuallyHidden>
                  </Button>
                ) : (
                  <OrderSeats lacking={lacking} mayOrder={mayOrder} />
                )}
              </div>
            );
          })}
        </Card>
      ) : null}
      {/* Outside the card, which disappears once all people have a seat and would take the dialog with it. */}
      {assigned ? (
        <assignDialog.Dialog
          organisation={organisation}
          pool={assigned.pool}
          chosen={assigned.userIds}
          onClose={() => assign(null)}
        />
      ) : null}
    </>
  );
}

function OrderSeats({ lacking: { kind, resourceId, title }, mayOrder }: { lacking: Lacking; mayOrder: boolean }) {
  if (!mayOrder) return <p className="text-sm text-muted-foreground">No seat is available. An owner can order more.</p>;
  const look = buttonClasses({ variant: 'outline', size: 'small' });
  const words = (
    <>
      Order seats<VisuallyHidden> for {title}</VisuallyHidden>
    </>
  );
  return kind === 'plan' ? (
    <Link to="/organisation/order" className={look}>
      {words}
    </Link>
  ) : (
    <Link
      to="/checkout/$resourceId"
      params={{ resourceId: String(resourceId) }}
      search={{ seats: 'true' }}
      className={look}
    >
      {words}
    </Link>
  );
}
