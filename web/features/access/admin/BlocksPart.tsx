import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Block } from '#contract/access-admin.ts';
import type { ResourceSummary } from '#contract/catalogue.ts';
import { shortDate } from '../../../dates.ts';
import { useSingleRun } from '../../../platform/single-run.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { choiceSize, resourceChoices } from '../../search/api.ts';
import { memberBlocks, memberSubscription, useBlock, useUnblock } from './api.ts';
import { isRunning } from './display.ts';
import { Line, Lines, LoadedPart, Part } from './Part.tsx';

/** What the subscription opens, and what was taken out of it (ADM-USER-10, ACCESS-20). */
export function BlocksPart({ userId }: { userId: number }) {
  const [search, setSearch] = useState('');
  const blocks = useQuery(memberBlocks(userId));
  const resources = useQuery(resourceChoices({ search, accessType: 'subscription' }));
  const { data: subscription } = useQuery(memberSubscription(userId));
  const isOpened = isRunning(subscription ?? null);
  const isLong = search !== '' || (resources.data?.totalCount ?? 0) > choiceSize;
  return (
    <Part title="Subscription resources">
      <LoadedPart query={blocks} what="Blocks">
        {(blocked) => (
          <>
            {subscription === null ? (
              <p className="text-sm text-muted-foreground">
                Without a subscription, the member cannot open these resources. A resource that you remove here stays
                closed when a subscription starts.
              </p>
            ) : null}
            {blocked.length > 0 ? (
              <Lines none="">
                {blocked.map((block) => (
                  <BlockLine key={block.resourceId} userId={userId} block={block} />
                ))}
              </Lines>
            ) : null}
            {isLong ? <SearchBox label="Search subscription resources" value={search} onSearch={setSearch} /> : null}
            <LoadedPart query={resources} what="Resources">
              {({ items }) => (
                <Lines none="No other resource is part of the subscription.">
                  {items
                    .filter(({ id }) => !blocked.some(({ resourceId }) => resourceId === id))
                    .map((resource) => (
                      <ResourceLine key={resource.id} userId={userId} resource={resource} isOpened={isOpened} />
                    ))}
                </Lines>
              )}
            </LoadedPart>
          </>
        )}
      </LoadedPart>
    </Part>
  );
}

function BlockLine({ userId, block }: { userId: number; block: Block }) {
  const unblocking = useUnblock(userId);
  const unblock = useSingleRun(() => unblocking.mutateAsync(block.resourceId));
  return (
    <Line
      title={block.resource}
      badge={<Badge tone="danger">Blocked</Badge>}
      details={`${block.reason} · since ${shortDate(block.createdAt)}`}
      action={
        <Button variant="outline" size="small" isBusy={unblocking.isPending} onClick={() => void unblock()}>
          Unblock<VisuallyHidden> {block.resource}</VisuallyHidden>
        </Button>
      }
    />
  );
}

type ResourceLineProps = { userId: number; resource: ResourceSummary; isOpened: boolean };

function ResourceLine({ userId, resource: { id, title }, isOpened }: ResourceLineProps) {
  const [isAsked, setIsAsked] = useState(false);
  const [reason, setReason] = useState('Removed by an administrator');
  const blocking = useBlock(userId, () => setIsAsked(false));
  const block = useSingleRun(() => blocking.mutateAsync({ resourceId: id, reason }));
  return (
    <>
      <Line
        title={title}
        details={isOpened ? 'Opened by the subscription' : 'Opens with a running subscription'}
        action={
          <Button variant="outline" size="small" onClick={() => setIsAsked(true)}>
            Remove<VisuallyHidden> {title}</VisuallyHidden>
          </Button>
        }
      />
      <ConfirmDialog
        isOpen={isAsked}
        isBusy={blocking.isPending}
        onOpenChange={setIsAsked}
        title={`Remove ${title} from the subscription?`}
        description="The member's subscription no longer opens it. A purchase or a grant still does."
        confirmLabel="Remove"
        onConfirm={() => void block()}
      >
        <Field label="Reason for the block">
          <TextInput maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />
        </Field>
      </ConfirmDialog>
    </>
  );
}
