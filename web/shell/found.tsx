import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { AppWindow } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import { fewResults, listClosestResources, listResources } from '#contract/catalogue/search.endpoints.ts';
import { typeNames } from '../catalogue/catalogue/display.ts';
import { useAccess } from '../commerce/access/api.ts';
import { cardLabel } from '../commerce/access/display.ts';
import { usersQuery } from '../identity/accounts/admin/api.ts';
import { useMember } from '../identity/accounts/api.ts';
import { savedQuery, shelfQuery, unfinishedQuery } from '../learning/library/api.ts';
import { progressWord } from '../learning/library/done-display.ts';
import { linkTo, type RenderLink } from '../platform/link.tsx';
import { listPageSize, pageQueryOf, queryOf } from '../platform/queries.ts';
import { AccessLabel } from '../ui/AccessLabel.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { ResourceCover } from '../ui/ResourceCover.tsx';
import { linkToUser, matches, screensOf } from './search-display.ts';

/** Result of the search; its id is unique among all results. */
export type Option = {
  id: string;
  link: RenderLink;
  picture: ReactNode;
  title: string;
  about: string;
  badge?: ReactNode;
};

/** Results of one kind; `count` is the number of all of them as text, such as "1000+". */
export type Kind = { name: string; options: Option[]; count: string };

export const shortestSearch = 2;

/** Returns the search results by kind, using the queries of the screens. Kinds without a result are left out. */
export function useFound(search: string) {
  const { role } = useMember();
  const isEnough = search.length >= shortestSearch;
  const resources = useFoundResources(search, isEnough);
  const users = useQuery({ ...usersQuery({ search, page: 1 }), enabled: isEnough && role === 'administrator' });
  const own = useOwnResources().filter(({ resource }) => isEnough && matches(resource.title, search));
  const screens = screensOf(role).filter(({ label, about }) => search === '' || matches(`${label} ${about}`, search));
  const foundUsers = isEnough ? users.data : undefined;
  const kinds: Kind[] = [
    resources.found,
    {
      name: 'My library',
      count: String(own.length),
      options: own.map(({ resource, about }) => ({
        ...optionOf(resource),
        id: `own-${resource.id}`,
        about: `${typeNames[resource.type]} · ${about}`,
      })),
    },
    {
      name: role === 'administrator' ? 'Screens and settings' : 'Screens',
      count: String(screens.length),
      options: screens.map(({ label, about, link }) => ({
        id: `screen-${label}`,
        link,
        picture: <AppWindow size={18} />,
        title: label,
        about,
      })),
    },
    {
      name: 'Users',
      count: countOf(foundUsers),
      options: (foundUsers?.items ?? []).map(({ id, firstName, lastName, email, organization }) => ({
        id: `user-${id}`,
        link: linkToUser(email),
        picture: <Avatar name={`${firstName} ${lastName}`} />,
        title: `${firstName} ${lastName}`,
        about: [email, organization].filter(Boolean).join(' · '),
      })),
    },
    resources.closest,
  ];
  return {
    kinds: kinds.filter(({ options }) => options.length > 0),
    isLoading: resources.isLoading || users.isFetching,
    hasFailed: resources.hasFailed,
  };
}

/**
 * Finds resources of the catalogue like Browse, and the closest matches when few are found, with the member's access to
 * each.
 */
function useFoundResources(search: string, isEnough: boolean) {
  const { data, isFetching, isError, isPlaceholderData } = useQuery({
    ...pageQueryOf(listResources, { query: { search, page: 1, pageSize: listPageSize } }),
    enabled: isEnough,
    placeholderData: isEnough ? keepPreviousData : undefined,
  });
  const found = isEnough ? data : undefined;
  const items = found?.items ?? [];
  const hasFew = found !== undefined && !isPlaceholderData && found.totalCount < fewResults;
  const nearest = useQuery({ ...queryOf(listClosestResources, { query: { search } }), enabled: hasFew });
  const near = (hasFew && nearest.data) || [];
  const access = useAccess([...items, ...near].map(({ id }) => id));
  const options = (resources: readonly ResourceSummary[]) =>
    resources.map((resource) => ({
      ...optionOf(resource),
      badge: <AccessLabel label={cardLabel(resource.accessType, access.of(resource.id))} />,
    }));
  return {
    found: { name: 'Resources', count: countOf(found), options: options(items) },
    closest: { name: 'Closest matches', count: String(near.length), options: options(near) },
    isLoading: isEnough && (isFetching || nearest.isFetching),
    hasFailed: isEnough && isError,
  };
}

const countOf = (page: { totalCount: number; isMinimum: boolean } | undefined) =>
  page ? `${page.totalCount}${page.isMinimum ? '+' : ''}` : '0';

function optionOf({
  id,
  type,
  title,
  rappPrinciples,
  thumbnailUrl,
  featuredImageUrl,
  estimatedDuration,
}: ResourceSummary) {
  return {
    id: `resource-${id}`,
    link: linkTo({ to: '/resource/$id', params: { id: String(id) } }),
    picture: (
      <ResourceCover
        id={id}
        type={type}
        principles={rappPrinciples}
        imageUrl={thumbnailUrl ?? featuredImageUrl}
        cut="square"
      />
    ),
    title,
    about: [typeNames[type], estimatedDuration && `${estimatedDuration} min`].filter(Boolean).join(' · '),
  };
}

/** Returns the resources that the member saved, bought or began, each once, from the first page of each list. */
function useOwnResources() {
  const saved = useQuery(savedQuery(1));
  const bought = useQuery(shelfQuery('purchased', 1));
  const unfinished = useQuery(unfinishedQuery);
  const own = new Map<number, { resource: ResourceSummary; about: string }>();
  for (const resource of saved.data?.items ?? []) own.set(resource.id, { resource, about: 'Saved' });
  for (const { resource } of bought.data?.items ?? []) own.set(resource.id, { resource, about: 'Purchased' });
  for (const { resource, progress, check } of unfinished.data ?? []) {
    const word = progressWord({ type: resource.type, hasCheck: check !== undefined });
    own.set(resource.id, { resource, about: `${progress?.completionPercentage ?? 0}% ${word}` });
  }
  return [...own.values()];
}
