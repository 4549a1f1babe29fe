import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { useMember } from '#web/identity/accounts/api.ts';
import { useConfirmDialog } from '#web/platform/confirm-dialog.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { peopleQuery, useClose, useLeave } from './api.ts';
import { CloseDialog } from './CloseDialog.tsx';

/** Buttons to leave an organisation, and for owners to close it (ORG-06, ORG-09). */
export function EndCard({ organisation }: { organisation: Organisation }) {
  const [asked, ask] = useState<'leave' | 'close' | null>(null);
  const closing = useClose(organisation.id);
  const reason = useIsLastOwner(organisation)
    ? 'You are the only owner. Make another person an owner first, or close the organisation.'
    : undefined;
  const done = () => ask(null);
  return (
    <Card>
      <h2>Leave the organisation</h2>
      <p className="mt-1.5 text-sm text-muted-foreground">
        What you bought yourself and your own subscription stay yours; your seats return and your assignments end.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="outline" unavailableReason={reason} onClick={() => ask('leave')}>
          Leave
        </Button>
        {organisation.role === 'owner' ? (
          <Button variant="destructive-ghost" onClick={() => ask('close')}>
            Close organisation
          </Button>
        ) : null}
      </div>
      {reason ? <p className="mt-3 text-sm text-muted-foreground">{reason}</p> : null}
      {asked === 'leave' ? <LeaveDialog organisation={organisation} onDone={done} /> : null}
      {asked === 'close' ? <CloseDialog name={organisation.name} closing={closing} onClose={done} /> : null}
    </Card>
  );
}

/** Whether the organisation would have no owner without this person; false until this is known. */
function useIsLastOwner({ id, role }: Organisation): boolean {
  const isOwner = role === 'owner';
  const owners = useQuery({ ...peopleQuery(id, { role: 'owner', pageSize: 1 }), enabled: isOwner });
  return isOwner && owners.data?.totalCount === 1;
}

type DialogProps = { organisation: Organisation; onDone: () => void };

function LeaveDialog({ organisation: { id, name }, onDone }: DialogProps) {
  const { id: ownId } = useMember();
  const leaving = useLeave(id);
  const leave = useConfirmDialog(() => leaving.mutateAsync(ownId), onDone);
  return (
    <ConfirmDialog
      isOpen
      {...leave}
      title={`Leave ${name}?`}
      description="You can come back only with a new invitation."
      confirmLabel="Leave"
    />
  );
}
