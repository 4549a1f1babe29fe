import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrganisationCredit } from '#contract/commerce/purchases-seats.ts';
import { formatMoney } from '#contract/money.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { creditQuery } from './api.ts';

const dialog = lazyDialog(async () => (await import('./CreditLimitDialog.tsx')).CreditLimitDialog);

/** Shows an organisation's unpaid amount and its credit limit (SEAT-02, ORG-07). */
export function CreditCard({ id, isOpen }: { id: number; isOpen: boolean }) {
  return (
    <Card>
      <h2 className="mb-4">Billing</h2>
      <Loaded
        query={useQuery(creditQuery(id))}
        skeleton={<Skeleton className="h-24 w-full" />}
        failure="The billing figures did not load"
        safe="Nothing was changed. Check your connection, then try again."
      >
        {(credit) => <Credit id={id} credit={credit} isOpen={isOpen} />}
      </Loaded>
    </Card>
  );
}

function Credit({ id, credit, isOpen }: { id: number; credit: OrganisationCredit; isOpen: boolean }) {
  const [isChanging, change] = useState(false);
  const { currency, limit, outstanding, overdue, used } = credit;
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <>
      <Facts
        facts={[
          { label: 'Outstanding', value: money(outstanding) },
          ...(overdue > 0 ? [{ label: 'Overdue', value: money(overdue) }] : []),
          { label: 'Credit limit', value: money(limit) },
          ...(limit > 0 || used > 0 ? [{ label: 'Credit in use', value: money(used) }] : []),
        ]}
      />
      <p className="mt-3 text-sm text-muted-foreground">
        Seats that are ordered by invoice work before payment up to the credit limit.
      </p>
      {isOpen ? (
        <Button variant="outline" size="small" className="mt-4" {...dialog.near} onClick={() => change(true)}>
          Change credit limit
        </Button>
      ) : null}
      {isChanging ? <dialog.Dialog id={id} credit={credit} onClose={() => change(false)} /> : null}
    </>
  );
}
