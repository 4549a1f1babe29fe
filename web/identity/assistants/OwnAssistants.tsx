import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Assistant } from '#contract/identity/assistants.ts';
import { shortDate } from '#web/dates.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Button } from '#web/ui/Button.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { lastUseText } from '../api-keys/display.ts';
import { AssistantList, AssistantName } from './AssistantList.tsx';
import { assistantsQuery } from './api.ts';

const disconnectDialog = lazyDialog(async () => (await import('./DisconnectDialogs.tsx')).DisconnectDialog);

/** Assistants that the member connected (MCP-02); nothing where the portal connects none. */
export function OwnAssistants() {
  return usePortalConfig().assistants ? <OwnCard /> : null;
}

function OwnCard() {
  const query = useQuery(assistantsQuery);
  const [asked, ask] = useState<Assistant | null>(null);
  return (
    <AssistantList
      title="Assistants"
      about="An assistant reads what you may open, with sources, and nothing else. It is disconnected after 30 days without use."
      query={query}
      empty="You have connected no assistant. Add this address in your assistant, and it asks you here for access."
    >
      {(assistant) => (
        <>
          <AssistantName client={assistant} />
          <p className="text-sm text-muted-foreground tabular-nums max-md:ml-13 md:w-60 md:flex-none">
            Connected {shortDate(assistant.connectedAt)}
            <br />
            Last use: {lastUseText(assistant)}
          </p>
          <Button
            variant="destructive-ghost"
            size="small"
            {...disconnectDialog.near}
            className="max-md:ml-10"
            onClick={() => ask(assistant)}
          >
            Disconnect
            <VisuallyHidden> {assistant.name}</VisuallyHidden>
          </Button>
          {asked === assistant ? <disconnectDialog.Dialog {...assistant} onClose={() => ask(null)} /> : null}
        </>
      )}
    </AssistantList>
  );
}
