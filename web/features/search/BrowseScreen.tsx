import { useQuery } from '@tanstack/react-query';
import { usePage } from '../../platform/page.ts';
import { usePageState } from '../../platform/page-state.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { ResourceCards } from '../catalogue/ResourceCards.tsx';
import { browseCounts, browseResources } from './api.ts';
import { BrowseFilters, FilterColumn } from './BrowseFilters.tsx';
import { BrowseResults, browseGrid } from './BrowseResults.tsx';
import { BrowseToolbar } from './BrowseToolbar.tsx';
import { browseSearch, narrowed } from './browse-display.ts';
import { NearestResources } from './NearestResources.tsx';
import { ResourceSearchBox } from './ResourceSearchBox.tsx';

/** The whole catalogue; the address holds filters, search, sort and page. */
export function BrowseScreen() {
  const [query, change] = usePageState(browseSearch);
  // The server draws the filters for every window, and the stylesheet hides them in narrow ones.
  const isWide = useMedia('(min-width: 64rem)', true);
  const { data: counts } = useQuery(browseCounts(query));
  const found = useQuery(browseResources(query));
  usePage('Browse Resources');
  return (
    <>
      <PageHeading
        title="Browse Resources"
        subtitle="Tools, templates and reading for each stage of responsible adoption."
      />
      <div className="grid gap-8 lg:grid-cols-[var(--filter-width)_minmax(0,1fr)]">
        {isWide ? (
          <FilterColumn query={query} onChange={change}>
            <BrowseFilters query={query} onChange={change} counts={counts} />
          </FilterColumn>
        ) : null}
        <div className="flex min-w-0 flex-col gap-4">
          <BrowseToolbar
            query={query}
            onChange={change}
            counts={counts}
            search={
              <ResourceSearchBox
                value={query.search}
                onSearch={(search) => change(narrowed(query, { search }), { replace: true })}
              />
            }
          />
          <div>
            <BrowseResults
              query={query}
              onChange={change}
              found={found}
              cards={(resources) => <ResourceCards resources={resources} headingLevel={2} className={browseGrid} />}
              nearest={<NearestResources search={query.search} />}
              onPage={(page) => change({ ...query, page }, { keepScroll: false })}
            />
          </div>
        </div>
      </div>
    </>
  );
}
