import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listAdminResources } from '#contract/catalogue/publishing.endpoints.ts';
import { accessTypeNames } from '#web/catalogue/catalogue/display.ts';
import { statusOf } from '#web/catalogue/publishing/display.ts';
import { statusNames } from '#web/catalogue/publishing/list-display.ts';
import { inReaderZone } from '#web/local-time.ts';
import { pageQueryOf } from '#web/platform/queries.ts';
import { AccessTypeBadge } from '#web/ui/AccessLabel.tsx';
import { Card } from '#web/ui/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import { textLinkClasses } from '#web/ui/TextLink.tsx';

const time = inReaderZone({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

const changedLast = queryOptions({
  ...pageQueryOf(listAdminResources, { query: { sort: 'updated_at', pageSize: 5 } }),
  staleTime: 0,
});

/** The five resources that were changed last, each with a link to its editor (ADM-09); renders nothing without any. */
export function ChangedLast() {
  const { data } = useQuery(changedLast);
  if (!data || data.items.length === 0) return null;
  return (
    <Card isPadded={false} className="overflow-hidden">
      <div className="flex items-center justify-between gap-4 border-b border-border px-5 py-4 lg:px-6">
        <h2>Changed last</h2>
        <Link to="/admin-dashboard" search={{ sort: 'updated_at' }} className={classes(textLinkClasses, 'text-sm')}>
          {data.totalCount === 1 ? 'All resources' : `All ${data.totalCount} resources`}
        </Link>
      </div>
      <ul className="lines-between">
        {data.items.map((resource) => (
          <li key={resource.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 text-sm lg:px-6">
            <Link
              to="/admin-dashboard/resources/$id/edit"
              params={{ id: String(resource.id) }}
              className="min-w-0 flex-1 basis-60 font-semibold wrap-anywhere hover:underline"
            >
              {resource.title}
            </Link>
            <AccessTypeBadge accessType={resource.accessType} name={accessTypeNames[resource.accessType]} />
            <span className="text-muted-foreground">{statusNames[statusOf(resource)]}</span>
            <time dateTime={resource.updatedAt} className="text-muted-foreground tabular-nums">
              {time(resource.updatedAt)}
            </time>
          </li>
        ))}
      </ul>
    </Card>
  );
}
