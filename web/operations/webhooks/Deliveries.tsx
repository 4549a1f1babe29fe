import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight, CircleCheck, CircleDashed, CircleX, Clock, Send } from 'lucide-react';
import { useId, useState } from 'react';
import type { Delivery, DeliveryStatus, Webhook, WebhookWithSecret } from '#contract/operations/webhooks.ts';
import { FilterSelect } from '#web/admin/FilterSelect.tsx';
import { dateAndSeconds, dateAndTime } from '#web/dates.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { listPageSize } from '#web/platform/queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { LoadErrorLine } from '#web/ui/LoadErrorLine.tsx';
import { Pagination } from '#web/ui/Pagination.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextButton } from '#web/ui/TextLink.tsx';
import { deliveriesQuery, type Owner, useEndFormerSecret, useResend, useRotateSecret, useSendTest } from './api.ts';
import {
  attemptsCount,
  attemptsText,
  durationText,
  outcomeOf,
  requestText,
  responseText,
  statusNames,
} from './display.ts';

const resendDialog = lazyDialog(async () => (await import('./ResendDialog.tsx')).ResendDialog);

type DeliveriesProps = {
  owner: Owner;
  webhook: Webhook;
  onEdit: () => void;
  /** Called with a new secret, which is shown only once. */
  onSecret: (rotated: WebhookWithSecret) => void;
};

/** Deliveries of one webhook, with its actions and those of each delivery (HOOK-05). */
export function Deliveries({ owner, webhook, onEdit, onSecret }: DeliveriesProps) {
  const { id, url, isOn } = webhook;
  const [page, setPage] = useState(1);
  const [status, setStatus] = useState<DeliveryStatus | null>(null);
  const [isResending, resend] = useState(false);
  const query = useQuery(deliveriesQuery(owner, id, { page, pageSize: listPageSize, status: status ?? undefined }));
  const testing = useSendTest(owner, id);
  return (
    <section aria-label={`Deliveries to ${new URL(url).host}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3 lg:px-6">
        <h3 className="text-sm font-semibold">
          Deliveries to <span translate="no">{new URL(url).host}</span>, last 90 days
        </h3>
        <div className="flex flex-wrap items-center gap-1">
          <FilterSelect
            label="State of the deliveries"
            all="All states"
            names={statusNames}
            value={status}
            onChange={(chosen) => {
              setStatus(chosen);
              setPage(1);
            }}
          />
          <Button
            variant="ghost"
            size="small"
            disabled={!isOn}
            isBusy={testing.isPending}
            onClick={() => testing.mutate()}
          >
            Send test event
          </Button>
          <Button variant="ghost" size="small" disabled={!isOn} {...resendDialog.near} onClick={() => resend(true)}>
            Resend all since…
          </Button>
          <Button variant="ghost" size="small" onClick={onEdit}>
            Change
          </Button>
        </div>
      </div>
      <Secret owner={owner} webhook={webhook} onSecret={onSecret} />
      <List owner={owner} webhook={webhook} isFiltered={status !== null} query={query} />
      {query.data && query.data.totalCount > listPageSize ? (
        <div className="border-t border-border p-4">
          <Pagination
            page={page}
            pageCount={Math.ceil(query.data.totalCount / listPageSize)}
            onPageChange={setPage}
            label="Pages of deliveries"
          />
        </div>
      ) : null}
      {isResending ? <resendDialog.Dialog owner={owner} webhookId={id} onClose={() => resend(false)} /> : null}
    </section>
  );
}

type SecretProps = Pick<DeliveriesProps, 'owner' | 'webhook' | 'onSecret'>;

function Secret({ owner, webhook: { id, twoSignaturesUntil, offReason }, onSecret }: SecretProps) {
  const rotating = useRotateSecret(owner, id, onSecret);
  const ending = useEndFormerSecret(owner, id);
  return (
    <p className="px-5 pb-3 text-sm text-muted-foreground lg:px-6">
      {twoSignaturesUntil === null ? (
        <span>
          {offReason === 'restored'
            ? 'The portal was restored from a backup, and with it the address and the secret of that day. Check the address, and make a new secret if you have not since, before you switch the webhook on. '
            : 'The secret was shown once. '}
          <TextButton onClick={() => rotating.mutate()}>Make a new secret</TextButton>
        </span>
      ) : (
        <span>
          Messages carry two signatures until {dateAndTime(twoSignaturesUntil)}, so that you can change the secret of
          your program. <TextButton onClick={() => ending.mutate()}>End the former secret now</TextButton>
        </span>
      )}
    </p>
  );
}

type ListProps = {
  owner: Owner;
  webhook: Webhook;
  /** Whether only the deliveries of one state are listed. */
  isFiltered: boolean;
  query: {
    data: { items: Delivery[] } | undefined;
    isLoadingError: boolean;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
};

function List({ owner, webhook, isFiltered, query }: ListProps) {
  const { data } = query;
  if (query.isLoadingError) {
    return (
      <LoadErrorLine query={query} className="border-t border-border p-5 lg:px-6">
        The deliveries could not be loaded.
      </LoadErrorLine>
    );
  }
  if (!data) {
    return (
      <div className="border-t border-border p-5 lg:px-6">
        <Skeleton className="h-8 w-full" />
      </div>
    );
  }
  if (data.items.length === 0) {
    return (
      <p className="border-t border-border p-5 text-sm text-muted-foreground lg:px-6">
        {isFiltered
          ? 'No delivery has this state.'
          : 'Nothing was sent yet. A test event shows whether your program works.'}
      </p>
    );
  }
  return (
    <ul>
      {data.items.map((delivery) => (
        <DeliveryRow key={delivery.id} owner={owner} webhook={webhook} delivery={delivery} />
      ))}
    </ul>
  );
}

const toneClasses = {
  success: 'text-success-text',
  warning: 'text-warning-text',
  destructive: 'font-semibold text-danger-text',
  neutral: 'text-muted-foreground',
} as const;

const toneIcons = { success: CircleCheck, warning: Clock, destructive: CircleX, neutral: CircleDashed } as const;

type DeliveryRowProps = { owner: Owner; webhook: Webhook; delivery: Delivery };

function DeliveryRow({ owner, webhook, delivery }: DeliveryRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { createdAt, eventType, durationMs, attempts } = delivery;
  const { tone, text } = outcomeOf(delivery);
  const Icon = toneIcons[tone];
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <li className="border-t border-border">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-5 py-3 text-left text-sm sm:flex lg:px-6"
      >
        <Arrow size={16} className="flex-none max-sm:col-start-1 max-sm:row-start-1" />
        <span className="flex-none tabular-nums max-sm:col-start-2 max-sm:row-start-2 max-sm:text-muted-foreground sm:w-44">
          {dateAndSeconds(createdAt)}
        </span>
        <span
          translate="no"
          className="min-w-0 flex-1 font-mono text-xs wrap-anywhere max-sm:col-start-2 max-sm:row-start-1"
        >
          {eventType}
        </span>
        <span
          className={classes(
            'flex flex-none items-center gap-1.5 max-sm:col-start-3 max-sm:row-start-1 sm:w-44',
            toneClasses[tone],
          )}
        >
          <Icon size={16} className="flex-none" />
          {text}
        </span>
        <span className="flex-none text-muted-foreground max-sm:hidden sm:w-16 sm:text-right">
          {durationText(durationMs)}
        </span>
        <span className="flex-none text-right text-muted-foreground max-sm:col-start-3 max-sm:row-start-2 sm:w-20">
          {attemptsCount(attempts)}
        </span>
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen ? <Details owner={owner} webhook={webhook} delivery={delivery} /> : null}
      </div>
    </li>
  );
}

function Details({ owner, webhook, delivery }: DeliveryRowProps) {
  const { id, nextAttemptAt, status } = delivery;
  const resending = useResend(owner, webhook.id);
  return (
    <div className="px-5 pb-4 lg:pr-6 lg:pl-14">
      <div className="grid gap-4 md:grid-cols-2">
        <Block title="Request" text={requestText(delivery)} />
        <Block title="Response, first 1 kB" text={responseText(delivery)} />
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted-foreground">
          {attemptsText(delivery, nextAttemptAt === null ? null : dateAndSeconds(nextAttemptAt))}
        </p>
        <Button
          variant="outline"
          size="small"
          disabled={!webhook.isOn || (status === 'waiting' && delivery.attempts === 0)}
          isBusy={resending.isPending}
          onClick={() => resending.mutate(id)}
        >
          {resending.isPending ? null : <Send size={16} />}
          Resend now
        </Button>
      </div>
    </div>
  );
}

function Block({ title, text }: { title: string; text: string }) {
  return (
    <div className="min-w-0">
      <h4 className="mb-1 text-xs font-semibold">{title}</h4>
      <pre
        translate="no"
        className="rounded-md border border-border bg-muted p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
      >
        {text}
      </pre>
    </div>
  );
}
