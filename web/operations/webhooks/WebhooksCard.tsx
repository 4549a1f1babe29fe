import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed, Clock, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Webhook, WebhookWithSecret } from '#contract/operations/webhooks.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import { LoadErrorLine } from '#web/ui/LoadErrorLine.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { TextButton } from '#web/ui/TextLink.tsx';
import { type Owner, useChangeWebhook, webhooksQuery } from './api.ts';
import { Deliveries } from './Deliveries.tsx';
import { aboutText, type State, stateOf, typesText } from './display.ts';

const webhookDialog = lazyDialog(async () => (await import('./WebhookDialog.tsx')).WebhookDialog);
const secretDialog = lazyDialog(async () => (await import('./SecretDialog.tsx')).SecretDialog);

/** Webhooks of the portal or of an organisation, with the deliveries of the chosen one (HOOK-05). */
export function WebhooksCard({ owner }: { owner: Owner }) {
  const query = useQuery(webhooksQuery(owner));
  const webhooks = query.data;
  const [edited, edit] = useState<Webhook | 'new' | null>(null);
  const [made, setMade] = useState<WebhookWithSecret | null>(null);
  const [chosenId, choose] = useState<number | null>(null);
  const chosen = webhooks?.find(({ id }) => id === chosenId) ?? webhooks?.[0];
  return (
    <Card isPadded={false} className="divide-y divide-border">
      <div className="p-5 lg:px-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2>Webhooks</h2>
          <Button variant="outline" size="small" {...webhookDialog.near} onClick={() => edit('new')}>
            <Plus size={16} />
            Add webhook
          </Button>
        </div>
        <p className="mt-1 text-sm text-muted-foreground">
          The portal sends type, time and ids. It sends no names, email addresses or amounts.
        </p>
      </div>
      <Body query={query}>
        {webhooks?.map((webhook) => (
          <WebhookRow
            key={webhook.id}
            owner={owner}
            webhook={webhook}
            isChosen={webhook.id === chosen?.id}
            onChoose={() => choose(webhook.id)}
          />
        ))}
      </Body>
      {chosen ? (
        <Deliveries key={chosen.id} owner={owner} webhook={chosen} onEdit={() => edit(chosen)} onSecret={setMade} />
      ) : null}
      {edited === null ? null : (
        <webhookDialog.Dialog
          owner={owner}
          given={edited === 'new' ? null : edited}
          onAdded={(added) => {
            choose(added.webhook.id);
            setMade(added);
          }}
          onClose={() => edit(null)}
        />
      )}
      {made === null ? null : <secretDialog.Dialog {...made} onClose={() => setMade(null)} />}
    </Card>
  );
}

type BodyProps = {
  query: Pick<UseQueryResult<Webhook[]>, 'data' | 'isLoadingError' | 'isFetching' | 'refetch'>;
  children: ReactNode;
};

function Body({ query, children }: BodyProps) {
  const { data: webhooks } = query;
  if (query.isLoadingError) {
    return (
      <LoadErrorLine query={query} className="p-5 lg:px-6">
        The webhooks could not be loaded.
      </LoadErrorLine>
    );
  }
  if (!webhooks) {
    return (
      <div className="p-5 lg:px-6">
        <Skeleton className="h-10 w-full" />
      </div>
    );
  }
  if (webhooks.length > 0) return children;
  return (
    <p className="p-5 text-sm text-muted-foreground lg:px-6">
      No webhooks yet. Add the address of a program, and the portal sends it what happens.
    </p>
  );
}

const badges: Record<State['tone'], { tone: BadgeTone; icon: ReactNode }> = {
  success: { tone: 'success', icon: <CircleCheck size={14} /> },
  warning: { tone: 'warning', icon: <Clock size={14} /> },
  destructive: { tone: 'danger', icon: <CircleAlert size={14} /> },
  neutral: { tone: 'neutral', icon: <CircleDashed size={14} /> },
};

type WebhookRowProps = { owner: Owner; webhook: Webhook; isChosen: boolean; onChoose: () => void };

function WebhookRow({ owner, webhook, isChosen, onChoose }: WebhookRowProps) {
  const { id, url, types, isOn } = webhook;
  const changing = useChangeWebhook(owner, id);
  const { tone, text } = stateOf(webhook);
  const about = aboutText(webhook);
  return (
    <div
      className={classes(
        'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-l-4 px-4 py-3 md:flex lg:px-5',
        isChosen ? 'border-l-primary bg-secondary/40' : 'border-l-transparent',
      )}
    >
      <div className="min-w-0 flex-1">
        <TextButton aria-pressed={isChosen} onClick={onChoose} className="text-left font-semibold wrap-anywhere">
          <span translate="no">{url}</span>
        </TextButton>
        {about === '' ? null : <p className="text-sm wrap-anywhere text-muted-foreground">{about}</p>}
      </div>
      <p className="text-sm wrap-anywhere text-muted-foreground max-md:col-span-full md:w-52 md:flex-none">
        {typesText(types)}
      </p>
      <div className="contents flex-none items-center gap-4 md:flex md:w-56 md:justify-end">
        <span className="max-md:col-span-full">
          <Badge {...badges[tone]}>{text}</Badge>
        </span>
        <Switch
          className="max-md:col-start-2 max-md:row-start-1"
          label={`Send events to ${url}`}
          isLabelHidden
          checked={isOn}
          disabled={changing.isPending}
          onChange={(event) => changing.mutate({ isOn: event.target.checked })}
        />
      </div>
    </div>
  );
}
