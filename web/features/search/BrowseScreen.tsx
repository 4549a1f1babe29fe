import { usePage } from '../../platform/page.ts';
import { usePageState } from '../../platform/page-state.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { type BrowseControl, BrowseFilters } from './BrowseFilters.tsx';
import { BrowseResults } from './BrowseResults.tsx';
import { BrowseToolbar } from './BrowseToolbar.tsx';
import { browseSearch, filterCount, withoutFilters } from './browse-display.ts';

/** The whole catalogue; the address holds filters, search, sort and page. */
export function BrowseScreen() {
  const [query, change] = usePageState(browseSearch);
  const isWide = useMedia('(min-width: 64rem)');
  usePage('Browse Resources');
  return (
    <>
      <PageHeading
        title="Browse Resources"
        subtitle="Tools, templates and reading for each stage of responsible adoption."
      />
      <div className="grid gap-8 lg:grid-cols-[var(--filter-width)_minmax(0,1fr)]">
        {isWide ? <FilterColumn query={query} onChange={change} /> : null}
        <div className="flex min-w-0 flex-col gap-4">
          <BrowseToolbar query={query} onChange={change} />
          <div>
            <BrowseResults
              query={query}
              onChange={change}
              onPage={(page) => change({ ...query, page }, { keepScroll: false })}
            />
          </div>
        </div>
      </div>
    </>
  );
}

/** The filters beside the results. Narrow screens have them in a sheet, which is made when it is opened. */
function FilterColumn({ query, onChange }: BrowseControl) {
  const hasFilters = filterCount(query) > 0 || query.search !== '';
  return (
    <section
      aria-labelledby="filters-heading"
      className="sticky top-6 -m-1 flex max-h-[calc(100dvh-2rem)] flex-col gap-5 self-start overflow-y-auto p-1"
    >
      <div className="flex min-h-8 items-center justify-between">
        <h2 id="filters-heading" className="text-lg! leading-6!">
          Filters
        </h2>
        {hasFilters ? <TextButton onClick={() => onChange(withoutFilters(query))}>Clear all filters</TextButton> : null}
      </div>
      <BrowseFilters query={query} onChange={onChange} />
    </section>
  );
}
