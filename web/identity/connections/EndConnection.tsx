import { useState } from 'react';
import type { Connection } from '#contract/identity/connections.ts';
import { useAction } from '#web/platform/action.ts';
import { useConfirmDialog } from '#web/platform/confirm-dialog.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import type { AnyCalls } from './api.ts';

type EndConnectionProps = {
  connection: Connection;
  calls: AnyCalls;
  /** Whether the caller's present session came through the connection, and ends with it. */
  isOwnWay: boolean;
};

/** Switches a connection off, which can be undone, or removes it. */
export function EndConnection({ connection, calls, isOwnWay }: EndConnectionProps) {
  const [asked, ask] = useState<'off' | 'remove' | null>(null);
  const done = () => ask(null);
  const { state, name } = connection;
  const isOn = state === 'active' || state === 'enforced';
  return (
    <Card>
      <h2>{isOn ? 'Switch off or remove' : 'Remove'}</h2>
      <p className="mt-1.5 text-sm text-muted-foreground">
        {isOn
          ? 'Switched off, the connection lets no one in, and you can offer it again. Removed, its links to accounts are gone as well.'
          : 'Its links to accounts are gone then. No account and no learning is deleted.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {isOn ? (
          <Button variant="outline" onClick={() => ask('off')}>
            Switch off
          </Button>
        ) : null}
        <Button variant="destructive-ghost" onClick={() => ask('remove')}>
          Remove connection
        </Button>
      </div>
      {asked ? <EndDialog kind={asked} {...{ connection, calls, isOwnWay }} name={name} onDone={done} /> : null}
    </Card>
  );
}

type EndDialogProps = EndConnectionProps & { kind: 'off' | 'remove'; name: string; onDone: () => void };

function EndDialog({ kind, connection: { id, linkedPeople }, calls, isOwnWay, name, onDone }: EndDialogProps) {
  const isRemoval = kind === 'remove';
  const ending = useAction<string, unknown>({
    send: isRemoval ? calls.remove : calls.disable,
    failed: isRemoval ? 'The connection was not removed' : 'The connection is still on',
    done: () => ({ title: isRemoval ? `${name} was removed` : `${name} is switched off` }),
    changed: [calls.list],
  });
  const end = useConfirmDialog(() => ending.mutateAsync(id), onDone);
  const people = linkedPeople === 1 ? '1 person' : `${linkedPeople} people`;
  return (
    <ConfirmDialog
      isOpen
      {...end}
      title={isRemoval ? `Remove ${name}?` : `Switch ${name} off?`}
      description={
        <>
          <span>
            {linkedPeople === 0 ? 'No one uses it yet.' : `${people} sign in with it. Their sessions through it end.`}
          </span>{' '}
          <span>People without another way in get an email with a link, if they have entered a private address.</span>{' '}
          {isOwnWay ? <span>Your own session came through it and ends, too.</span> : null}
        </>
      }
      confirmLabel={isRemoval ? 'Remove connection' : 'Switch off'}
    />
  );
}
