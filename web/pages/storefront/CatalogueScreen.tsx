import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { BrowseFilters, FilterColumn } from '#web/catalogue/search/BrowseFilters.tsx';
import { BrowseResults, browseGrid } from '#web/catalogue/search/BrowseResults.tsx';
import { BrowseToolbar } from '#web/catalogue/search/BrowseToolbar.tsx';
import { type BrowseQuery, browseSearch, narrowed } from '#web/catalogue/search/browse-display.ts';
import { ClosestMatches } from '#web/catalogue/search/ClosestMatches.tsx';
import { useBrowse } from '#web/catalogue/search/use-browse.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { linkTo } from '#web/platform/link.tsx';
import { usePage } from '#web/platform/page.ts';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { everything, isLanding, publicClosest, publicCounts, publicResources } from './api.ts';
import { Introduction, Principles } from './Introduction.tsx';
import { LandingParts } from './LandingParts.tsx';
import { PublicCards } from './PublicCards.tsx';
import { PublicFrame, publicWidth } from './PublicFrame.tsx';
import { useVisit } from './visit.ts';

/** The catalogue for anyone: introduction, then the list (FRONT-09). Filters, search, sort and page are in the URL. */
export function CatalogueScreen() {
  const { query, narrow } = useBrowse();
  const { data: counts } = useQuery(publicCounts(query));
  const { data: all } = useQuery(publicCounts(everything));
  const found = useQuery(publicResources(query));
  const control = { query, onChange: narrow, counts };
  usePage('Catalogue');
  useVisit('catalogue');
  return (
    <PublicFrame current="catalogue">
      <Introduction counts={all} search={query.search} onSearch={(search) => narrow(narrowed(query, { search }))} />
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
          {/* Fields have the names of the URL's parameters, so that the form also works without script. */}
          <form action="/catalogue" className="grid gap-8 lg:grid-cols-[var(--filter-width)_minmax(0,1fr)]">
            {query.search === '' ? null : <input type="hidden" name="search" value={query.search} />}
            <FilterColumn query={query} onChange={narrow}>
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
                closest={<ClosestPublicResources query={query} />}
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

function ClosestPublicResources({ query }: { query: BrowseQuery }) {
  const { data } = useQuery(publicClosest(query));
  return (
    <ClosestMatches resources={data} query={query}>
      {(resources) => <PublicCards resources={resources} className={browseGrid} />}
    </ClosestMatches>
  );
}

const steps = ['h-1/4', 'h-1/2', 'h-3/4', 'h-full'];

/** Link to the assessment for visitors who do not know where to start; absent while it is not public. */
function AssessmentBand() {
  const { assessmentIsPublic } = usePortalConfig();
  if (!assessmentIsPublic) return null;
  return (
    <section aria-labelledby="start-with" className="pb-10 lg:pb-12">
      <Card className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <span aria-hidden="true" className="flex h-11 flex-none items-end gap-0.75">
          {steps.map((height) => (
            <span key={height} className={`w-4.5 rounded-xs bg-progress ${height}`} />
          ))}
        </span>
        <div className="min-w-0 flex-1 basis-60">
          <h2 id="start-with" className="text-lg! leading-6!">
            Not sure where to start?
          </h2>
          <p className="text-pretty text-muted-foreground">
            Answer twelve questions and see which three steps would help most. About ten minutes, no account, nothing
            stored.
          </p>
        </div>
        <Link to="/assessment" className={buttonClasses({ variant: 'outline' })}>
          Take the readiness assessment
          <ArrowRight size={16} />
        </Link>
      </Card>
    </section>
  );
}
