import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { publicPath } from '#contract/pages/storefront.endpoints.ts';
import { resourceIdOf } from '#web/catalogue/catalogue/display.ts';
import { SummaryCard } from '#web/catalogue/catalogue/ResourceCards.tsx';
import { cardLabel } from '#web/commerce/access/display.ts';
import { publicResource } from './api.ts';

/** Card of a resource for a frame on another site. Its link opens the page of the resource in a new tab (FRONT-11). */
export function CardScreen() {
  const id = resourceIdOf(useParams({ from: '/catalogue/$id/card' }).id) ?? 0;
  const { data } = useQuery(publicResource(id));
  if (!data) return null;
  return (
    <main>
      <SummaryCard
        resource={data}
        accessLabel={cardLabel(data.accessType, undefined)}
        headingLevel={2}
        isPrompt
        link={(parts) => <a href={publicPath(data)} target="_blank" rel="noopener" {...parts} />}
      />
    </main>
  );
}
