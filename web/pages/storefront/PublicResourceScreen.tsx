import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { Suspense } from 'react';
import { publicParams } from '#contract/pages/storefront.endpoints.ts';
import type { PublicResource } from '#contract/pages/storefront.ts';
import { Benefits, BoxPrice, Contents, factsOf, Terms } from '#web/catalogue/catalogue/AccessFacts.tsx';
import { Applicability } from '#web/catalogue/catalogue/Applicability.tsx';
import { BundlePartList } from '#web/catalogue/catalogue/BundleParts.tsx';
import { DescriptionPoints } from '#web/catalogue/catalogue/DescriptionLines.tsx';
import { linesOf, paymentsOff, resourceIdOf, typeNames } from '#web/catalogue/catalogue/display.ts';
import { ResourcePictures } from '#web/catalogue/catalogue/ResourcePictures.tsx';
import { SamplePages } from '#web/catalogue/catalogue/SamplePages.tsx';
import { cardLabel } from '#web/commerce/access/display.ts';
import { OutlinePart } from '#web/learning/paths/PathSlots.tsx';
import { useClock } from '#web/platform/clock.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { linkTo } from '#web/platform/link.tsx';
import { usePage } from '#web/platform/page.ts';
import { AccessLabel } from '#web/ui/AccessLabel.tsx';
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { useHeadingFocus } from '#web/ui/PageHeading.tsx';
import { PrincipleList } from '#web/ui/PrincipleMark.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { TypeChip } from '#web/ui/TypeChip.tsx';
import { AuthLink } from './AuthLink.tsx';
import { publicResource } from './api.ts';
import { mainStep, priceNote, typePlurals } from './display.ts';
import { PublicCards } from './PublicCards.tsx';
import { exactly, PublicFrame, publicWidth } from './PublicFrame.tsx';
import { useVisit } from './visit.ts';

/** Public page of one resource: description, price, and the button whose step follows after signing in (FRONT-07). */
export function PublicResourceScreen() {
  const id = resourceIdOf(useParams({ from: '/catalogue/$id/$slug' }).id) ?? 0;
  return (
    <PublicFrame current="catalogue">
      <div className={`${publicWidth} pt-6`}>
        <Loaded
          query={useQuery(publicResource(id))}
          skeleton={<Loading />}
          headingLevel={1}
          failure="Failed to fetch the resource"
          safe="The catalogue did not answer. Check your connection, then try again."
        >
          {(resource) => <Shown resource={resource} key={resource.id} />}
        </Loaded>
      </div>
    </PublicFrame>
  );
}

function Loading() {
  return (
    <div data-testid="skeleton">
      <p role="status" className="sr-only">
        Loading the resource
      </p>
      <Skeleton className="mb-8 h-4 w-48" />
      <Skeleton className="mb-3 h-12 w-[min(30rem,90%)]" />
      <Skeleton className="mb-7 h-6 w-[min(30rem,90%)]" />
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_21.5rem]">
        <Skeleton className="aspect-video w-full rounded-lg!" />
        <Skeleton className="h-96 w-full rounded-lg!" />
      </div>
    </div>
  );
}

function Shown({ resource }: { resource: PublicResource }) {
  const { title, type, rappPrinciples, tags } = resource;
  const [lead, ...points] = linesOf(resource.description);
  const heading = useHeadingFocus(title);
  usePage(title);
  useVisit('resource');
  return (
    <>
      <Breadcrumb
        items={[
          { label: 'Catalogue', link: linkTo({ to: '/catalogue', activeOptions: exactly }) },
          { label: typePlurals[type], link: linkTo({ to: '/catalogue', search: { type: [type] }, hash: 'list' }) },
          { label: title },
        ]}
      />
      <article className="mt-6 grid gap-x-10 gap-y-6 lg:gap-y-8 lg:grid-cols-[minmax(0,1fr)_21.5rem] lg:grid-rows-[auto_auto_1fr]">
        <header className="min-w-0">
          <TypeChip type={type} name={typeNames[type]} />
          <h1 ref={heading} tabIndex={-1} className="mt-3 text-balance wrap-anywhere">
            {title}
          </h1>
          {lead ? <p className="mt-3 max-w-152 text-pretty text-muted-foreground">{lead}</p> : null}
          <div className="mt-4">
            <PrincipleList principles={rappPrinciples} />
          </div>
        </header>
        <aside
          aria-label="Access"
          className="self-start lg:sticky lg:top-6 lg:col-start-2 lg:row-span-3 lg:row-start-1"
        >
          <OfferBox resource={resource} />
        </aside>
        <ResourcePictures resource={resource} />
        <div className="flex min-w-0 flex-col gap-10">
          {resource.bundle ? (
            <BundlePartList
              bundle={resource.bundle}
              price={resource.price}
              linkOf={(part) => linkTo({ to: '/catalogue/$id/$slug', params: publicParams(part) })}
            />
          ) : null}
          {resource.outline ? (
            <Suspense fallback={null}>
              <OutlinePart
                sections={resource.outline.sections}
                linkOf={(part) => linkTo({ to: '/catalogue/$id/$slug', params: publicParams(part) })}
              />
            </Suspense>
          ) : null}
          {points.length > 0 ? (
            <section aria-labelledby="about-heading" className="max-w-168">
              <h2 id="about-heading" className="mb-3">
                About this {typeNames[type].toLowerCase()}
              </h2>
              <DescriptionPoints points={points} />
            </section>
          ) : null}
          <SamplePages resource={resource} />
          <Contents resource={resource} />
          <Applicability resource={resource} />
          {tags.length > 0 ? <Tags tags={tags} /> : null}
        </div>
      </article>
      <Related resource={resource} />
    </>
  );
}

function OfferBox({ resource }: { resource: PublicResource }) {
  const benefits = resource.metadata.subscriptionBenefits;
  // Left out when the terms of the subscription are shown, which say the same with numbers.
  const note = resource.inside?.subscription ? '' : priceNote(resource);
  const step = mainStep(resource);
  const { registration } = usePortalConfig();
  const { timeZone } = useClock();
  return (
    <Card className="flex flex-col gap-5">
      <div>
        <AccessLabel label={cardLabel(resource.accessType, undefined)} />
      </div>
      <div>
        <BoxPrice resource={resource} />
        {note ? <p className="mt-1 mb-2 text-sm text-muted-foreground">{note}</p> : null}
        <Terms resource={resource} />
      </div>
      <div className="flex flex-col gap-2.5">
        <MainButton resource={resource} />
        <p className="text-center text-xs text-balance text-muted-foreground">
          You sign in {registration === 'invited' ? '' : 'or register '}first, then come to {step.target}.
        </p>
      </div>
      {benefits.length > 0 ? (
        <section>
          <h2 className="mb-2 text-lg! leading-6!">What's included</h2>
          <Benefits benefits={benefits} />
        </section>
      ) : null}
      <div className="border-t border-border pt-5">
        <Facts facts={factsOf({ ...resource, rappPrinciples: [] }, timeZone)} />
      </div>
      <AuthLink
        next={`/resource/${resource.id}?start=save`}
        className={buttonClasses({ variant: 'outline', isBlock: true })}
      >
        Save for later
      </AuthLink>
    </Card>
  );
}

function MainButton({ resource }: { resource: PublicResource }) {
  const { payments } = usePortalConfig();
  const { words, next } = mainStep(resource);
  if (resource.accessType !== 'free' && payments.publishableKey === null) {
    return (
      <Button isBlock className="tracking-[0.04em]" unavailableReason={paymentsOff}>
        {words}
      </Button>
    );
  }
  return (
    <AuthLink next={next} className={buttonClasses({ isBlock: true, className: 'tracking-[0.04em]' })}>
      {words}
    </AuthLink>
  );
}

function Tags({ tags }: { tags: string[] }) {
  return (
    <section aria-labelledby="tags-heading">
      <h2 id="tags-heading" className="mb-3">
        Topics
      </h2>
      <ul className="flex flex-wrap gap-2">
        {tags.map((tag) => (
          <li key={tag}>
            <Link
              to="/catalogue"
              search={{ search: tag }}
              hash="list"
              className="inline-flex min-h-8 items-center rounded-md border border-input bg-card px-3 text-xs font-medium hover:bg-accent pointer-coarse:min-h-11"
            >
              {tag}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Related({ resource: { related, type } }: { resource: PublicResource }) {
  if (related.length === 0) return null;
  return (
    <section aria-labelledby="related-heading" className="mt-14 print:hidden">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="related-heading">Related resources</h2>
        <Link to="/catalogue" search={{ type: [type] }} hash="list" className={textLinkClasses}>
          All {typePlurals[type].toLowerCase()}
          <ArrowRight size={16} />
        </Link>
      </div>
      <PublicCards resources={related} />
    </section>
  );
}
