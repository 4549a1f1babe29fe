import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Block } from '#contract/access-admin.ts';
import type { ResourceSummary } from '#contract/catalogue.ts';
import { shortDate } from '../../../dates.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { choiceSize, resourceChoices } from '../../search/api.ts';
import { memberBlocks, memberSubscription } from './api.ts';
import { isRunning } from './display.ts';
import { Line, Lines, LoadedPart, Part } from './Part.tsx';
import { BlockButton, UnblockButton } from './RowActions.tsx';

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

function BlockLine({ userId, block: { resourceId, resource, reason, createdAt } }: { userId: number; block: Block }) {
  return (
    <Line
      title={resource}
      badge={<Badge tone="danger">Blocked</Badge>}
      details={`${reason} · since ${shortDate(createdAt)}`}
      action={<UnblockButton userId={userId} resourceId={resourceId} title={resource} />}
    />
  );
}

type ResourceLineProps = { userId: number; resource: ResourceSummary; isOpened: boolean };

function ResourceLine({ userId, resource: { id, title }, isOpened }: ResourceLineProps) {
  return (
    <Line
      title={title}
      details={isOpened ? 'Opened by the subscription' : 'Opens with a running subscription'}
      action={<BlockButton userId={userId} resourceId={id} title={title} />}
    />
  );
}
