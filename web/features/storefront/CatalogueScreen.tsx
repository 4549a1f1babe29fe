import { useQuery } from '@tanstack/react-query';
import { linkTo } from '../../platform/link.tsx';
import { usePage } from '../../platform/page.ts';
import { usePageState } from '../../platform/page-state.ts';
import { Button } from '../../ui/Button.tsx';
import { BrowseFilters, FilterColumn } from '../search/BrowseFilters.tsx';
import { BrowseResults, browseGrid } from '../search/BrowseResults.tsx';
import { BrowseToolbar } from '../search/BrowseToolbar.tsx';
import { browseSearch, narrowed } from '../search/browse-display.ts';
import { AssessmentBand } from './AssessmentBand.tsx';
import { everything, isLanding, publicCounts, publicResources } from './api.ts';
import { Introduction, Principles } from './Introduction.tsx';
import { LandingParts } from './LandingParts.tsx';
import { PublicCards } from './PublicCards.tsx';
import { PublicFrame, publicWidth } from './PublicFrame.tsx';
import { useVisit } from './visit.ts';

/** The catalogue for anyone: what the portal is, then the list (FRONT-09). The address holds filters, search, sort and page. */
export function CatalogueScreen() {
  const [query, change] = usePageState(browseSearch);
  const { data: counts } = useQuery(publicCounts(query));
  const { data: all } = useQuery(publicCounts(everything));
  const found = useQuery(publicResources(query));
  const control = { query, onChange: change, counts };
  usePage('Catalogue');
  useVisit('catalogue');
  return (
    <PublicFrame current="catalogue">
      <Introduction counts={all} search={query.search} onSearch={(search) => change(narrowed(query, { search }))} />
      <div className={publicWidth}>
        {query.search === '' ? <Principles counts={all} /> : <div className="pt-8" />}
        {isLanding(query) ? (
          <>
            <AssessmentBand />
            <LandingParts />
          </>
        ) : null}
        <section aria-labelledby="list">
          <h2 id="list" className="sr-only scroll-mt-6">
            Catalogue
          </h2>
          {/* Without script the form is sent as it is: the fields are named like the parameters of the address. */}
          <form action="/catalogue" className="grid gap-8 lg:grid-cols-[var(--filter-width)_minmax(0,1fr)]">
            {query.search === '' ? null : <input type="hidden" name="search" value={query.search} />}
            <FilterColumn query={query} onChange={change}>
              <BrowseFilters {...control} />
              <noscript>
                <Button type="submit" variant="outline" isBlock>
                  Apply filters
                </Button>
              </noscript>
            </FilterColumn>
            <div className="min-w-0">
              <BrowseResults
                {...control}
                found={found}
                cards={(resources) => <PublicCards resources={resources} arePrompt className={browseGrid} />}
                onPage={() => undefined}
                linkToPage={(page) =>
                  linkTo({ to: '/catalogue', search: browseSearch.query({ ...query, page }), hash: 'list' })
                }
                controls={<BrowseToolbar {...control} />}
              />
            </div>
          </form>
        </section>
      </div>
    </PublicFrame>
  );
}
