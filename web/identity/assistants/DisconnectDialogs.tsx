import type { Assistant } from '#contract/identity/assistants.ts';
import type { AssistantClient } from '#contract/identity/assistants-admin.ts';
import { useConfirmDialog } from '#web/platform/confirm-dialog.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useDisconnect, useDisconnectForAll } from './api.ts';

type Closing = { onClose: () => void };

/** Asks for a confirmation, then disconnects one of the member's assistants. */
export function DisconnectDialog({ id, name, onClose }: Pick<Assistant, 'id' | 'name'> & Closing) {
  const disconnecting = useDisconnect(id);
  const disconnect = useConfirmDialog(() => disconnecting.mutateAsync(), onClose);
  return (
    <ConfirmDialog
      isOpen
      {...disconnect}
      title={`Disconnect ${name}?`}
      description="Its next call is refused, on every device. You can connect it again."
      confirmLabel="Disconnect"
    />
  );
}

/** Asks for a confirmation, then disconnects an assistant for all members. */
export function DisconnectForAllDialog({
  id,
  name,
  members,
  onClose,
}: Pick<AssistantClient, 'id' | 'name' | 'members'> & Closing) {
  const disconnecting = useDisconnectForAll(id);
  const disconnect = useConfirmDialog(() => disconnecting.mutateAsync(), onClose);
  const whom = members === 1 ? '1 member' : `${members} members`;
  return (
    <ConfirmDialog
      isOpen
      {...disconnect}
      title={`Disconnect ${name} for all?`}
      description={`Its next call is refused, for ${whom}. They can connect it again.`}
      confirmLabel="Disconnect for all"
    />
  );
}
