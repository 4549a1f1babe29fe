import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AssistantClient } from '#contract/identity/assistants-admin.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useSwitchAssistants } from '../settings/api.ts';
import { AssistantList, AssistantName } from './AssistantList.tsx';
import { assistantClientsQuery } from './api.ts';
import { clientUseText } from './display.ts';

const disconnectDialog = lazyDialog(async () => (await import('./DisconnectDialogs.tsx')).DisconnectForAllDialog);

const about = 'An assistant reads what its member may open, with sources, and nothing else (Model Context Protocol).';

/** Assistants that members connected, for administrators (MCP-02). */
export function AssistantsCard() {
  return usePortalConfig().assistants ? <Connected /> : <SwitchedOff />;
}

function SwitchedOff() {
  return (
    <Card>
      <h2>Assistants</h2>
      <p className="mt-1 text-sm text-muted-foreground">{about}</p>
      <div className="mt-4">
        <MayConnect isOn={false} />
      </div>
    </Card>
  );
}

/** Switch of the portal setting. Switched off, assistants read nothing any more. */
function MayConnect({ isOn }: { isOn: boolean }) {
  const switching = useSwitchAssistants();
  return (
    <Switch
      label="Members may connect assistants"
      checked={isOn}
      disabled={switching.isPending}
      onChange={(event) => switching.mutate(event.target.checked)}
    />
  );
}

function Connected() {
  const query = useQuery(assistantClientsQuery);
  const [asked, ask] = useState<AssistantClient | null>(null);
  return (
    <AssistantList
      title="Assistants"
      about={about}
      setting={<MayConnect isOn />}
      query={query}
      empty="No member has connected an assistant."
    >
      {(client) => (
        <>
          <AssistantName client={client} />
          <p className="text-sm text-muted-foreground tabular-nums max-md:ml-13 md:w-60 md:flex-none">
            {clientUseText(client)}
          </p>
          <Button
            variant="destructive-ghost"
            size="small"
            {...disconnectDialog.near}
            className="max-md:ml-10"
            onClick={() => ask(client)}
          >
            Disconnect for all
            <VisuallyHidden> {client.name}</VisuallyHidden>
          </Button>
          {asked === client ? <disconnectDialog.Dialog {...client} onClose={() => ask(null)} /> : null}
        </>
      )}
    </AssistantList>
  );
}
