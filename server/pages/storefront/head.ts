import { hash } from 'node:crypto';
import { beginningOf } from '#contract/lines.ts';
import { publicAssessmentPath, publicPath } from '#contract/pages/storefront.endpoints.ts';
import type { PublicResource, PublicSummary } from '#contract/pages/storefront.ts';
import { escapeHtml } from '#server/platform/mail/layout.ts';
import { type ListQuery, listPath, narrowingOf } from './rules.ts';

/** The portal's data in the heads of pages. */
export type Site = { publicUrl: string; productName: string; publisher: string | null; currency: string };

type Head = {
  title: string;
  description: string;
  /** The path of the page's canonical URL (FRONT-04); null for an unknown page and for the page of a certificate. */
  path: string | null;
  isIndexed: boolean;
  kind: 'website' | 'article' | 'product';
  /** The path of the page's picture for link previews. */
  picture?: string;
  /** Further links of the head. */
  links?: string;
  data: object[];
};

export function listHead(
  site: Site,
  query: ListQuery,
  { items, total }: { items: PublicSummary[]; total: number },
): string {
  const narrowing = narrowingOf(query);
  const page = query.page > 1 ? `, page ${query.page}` : '';
  const subject = narrowing.length === 0 ? 'Catalogue' : `Catalogue: ${narrowing.join(', ')}`;
  const of = narrowing.length === 0 ? '' : ` for ${narrowing.join(', ')}`;
  return headOf(site, {
    title: `${subject}${page}`,
    description: `${total} tools, templates and texts${of} for each stage of responsible adoption${page}.`,
    path: listPath(query),
    isIndexed: narrowing.length === 0,
    kind: 'website',
    links: feedLink,
    data: [
      {
        '@type': 'ItemList',
        numberOfItems: total,
        itemListElement: items.map((item, index) => ({
          '@type': 'ListItem',
          position: (query.page - 1) * query.pageSize + index + 1,
          url: site.publicUrl + publicPath(item),
          name: item.title,
        })),
      },
    ],
  });
}

export function resourceHead(site: Site, resource: PublicResource): string {
  const path = publicPath(resource);
  const address = site.publicUrl + path;
  const description = excerptOf(resource.description) || `${resource.title} at ${site.productName}`;
  const picture = picturePath(site, resource);
  const isSold = resource.accessType === 'purchase' && resource.price !== null;
  return headOf(site, {
    title: resource.title,
    description,
    path,
    isIndexed: true,
    kind: isSold ? 'product' : 'article',
    picture,
    links: `${feedLink}<link rel="alternate" type="application/json+oembed" title="${escapeHtml(resource.title)}" href="${escapeHtml(`/oembed?${new URLSearchParams({ url: address, format: 'json' })}`)}">`,
    data: [
      {
        '@type': isSold ? 'Product' : 'CreativeWork',
        name: resource.title,
        description,
        url: address,
        image: absolute(site, resource.featuredImageUrl ?? resource.thumbnailUrl ?? picture),
        ...(isSold
          ? {
              offers: {
                '@type': 'Offer',
                price: resource.price,
                priceCurrency: site.currency,
                availability: 'https://schema.org/InStock',
                url: address,
              },
            }
          : {
              dateCreated: resource.createdAt,
              keywords: resource.tags,
              isAccessibleForFree: resource.accessType === 'free',
              ...publisherOf(site),
            }),
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Catalogue', item: `${site.publicUrl}/catalogue` },
          { '@type': 'ListItem', position: 2, name: resource.title, item: address },
        ],
      },
    ],
  });
}

/** Returns the head of the assessment for visitors (TRY-01). */
export function assessmentHead(site: Site): string {
  const title = 'Readiness assessment';
  const description =
    'How ready is your organisation to use AI responsibly? Twelve questions, a level for each area and the three steps that would help most. No account needed, nothing is stored.';
  return headOf(site, {
    title,
    description,
    path: publicAssessmentPath,
    isIndexed: true,
    kind: 'website',
    data: [
      {
        '@type': 'Quiz',
        name: 'Responsible AI Readiness Assessment',
        description,
        url: site.publicUrl + publicAssessmentPath,
        isAccessibleForFree: true,
        ...publisherOf(site),
      },
    ],
  });
}

function publisherOf({ publisher }: Site): object {
  return publisher ? { publisher: { '@type': 'Organization', name: publisher } } : {};
}

/**
 * Returns the path of a resource's picture. It changes with the picture's content, because link previews cache a
 * picture by its URL.
 */
function picturePath({ productName }: Site, resource: PublicResource): string {
  const { id, title, type, rappPrinciples, featuredImageUrl, thumbnailUrl } = resource;
  const shown = JSON.stringify([productName, title, type, rappPrinciples, featuredImageUrl ?? thumbnailUrl]);
  return `/catalogue/${id}/card.png?v=${hash('sha256', shown, 'hex').slice(0, 12)}`;
}

/** Returns the head of a resource's card, which search engines skip in favour of the resource's page. */
export function cardHead(site: Site, resource: PublicResource): string {
  const address = escapeHtml(site.publicUrl + publicPath(resource));
  return `<title>${escapeHtml(`${resource.title} · ${site.productName}`)}</title><meta name="robots" content="noindex"><link rel="canonical" href="${address}">`;
}

const usualCard = { width: 640, height: 280 };
/** Width in pixels below which the cover is on top, and the card's height then. */
const narrowCard = { below: 480, height: 480 };

/** Maximum size of the frame on the other site; null without a limit. */
type Room = { maxWidth: number | null; maxHeight: number | null };

/**
 * Returns the oEmbed response of a resource (https://oembed.com): a frame with its card, within the maximum size of the
 * other site. A card that needs more room scrolls in its frame.
 */
export function oEmbedOf(site: Site, resource: PublicResource, { maxWidth, maxHeight }: Room): object {
  const width = Math.min(maxWidth ?? usualCard.width, usualCard.width);
  const fitting = width < narrowCard.below ? narrowCard.height : usualCard.height;
  const height = Math.min(maxHeight ?? fitting, fitting);
  const address = escapeHtml(`${site.publicUrl}/catalogue/${resource.id}/card`);
  return {
    version: '1.0',
    type: 'rich',
    title: resource.title,
    provider_name: site.productName,
    provider_url: site.publicUrl,
    cache_age: 600,
    width,
    height,
    html: `<iframe src="${address}" title="${escapeHtml(resource.title)}" width="${width}" height="${height}" loading="lazy" style="border:0"></iframe>`,
  };
}

/** Returns the head of the pages about certificates, which contains nothing about the certificate itself. */
export function verifyHead(site: Site): string {
  return headOf(site, {
    title: 'Check a certificate',
    description: `Whether a certificate of completion from ${site.productName} is valid, and for which resource.`,
    path: null,
    isIndexed: false,
    kind: 'website',
    data: [],
  });
}

/** Returns the head of the page for an unknown public URL. */
export function missingHead(site: Site): string {
  const description = 'This page does not exist.';
  return headOf(site, {
    title: 'Page not found',
    description,
    path: null,
    isIndexed: false,
    kind: 'website',
    data: [],
  });
}

function headOf(site: Site, { title, description, path, isIndexed, kind, picture, links = '', data }: Head): string {
  const address = path && site.publicUrl + path;
  return [
    `<title>${escapeHtml(`${title} · ${site.productName}`)}</title>`,
    meta('name', 'description', description),
    ...(isIndexed ? [] : [meta('name', 'robots', 'noindex, follow')]),
    ...(address ? [`<link rel="canonical" href="${escapeHtml(address)}">`, meta('property', 'og:url', address)] : []),
    links,
    meta('property', 'og:site_name', site.productName),
    meta('property', 'og:type', kind),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:locale', 'en_GB'),
    ...(picture ? pictureTags(site.publicUrl + picture, title) : [meta('name', 'twitter:card', 'summary')]),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    ...data.map(dataElement),
  ].join('');
}

function meta(attribute: 'name' | 'property', name: string, content: string): string {
  return `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`;
}

function pictureTags(address: string, title: string): string[] {
  return [
    meta('property', 'og:image', address),
    meta('property', 'og:image:type', 'image/png'),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', title),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:image', address),
    meta('name', 'twitter:image:alt', title),
  ];
}

const feedLink = '<link rel="alternate" type="application/atom+xml" title="New resources" href="/catalogue/feed.xml">';

/**
 * Returns data for search engines, which no browser runs. In JSON, `<` occurs only in texts, where its escaped form
 * means the same.
 */
function dataElement(value: object): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...value }).replaceAll('<', '\\u003c');
  return `<script type="application/ld+json">${json}</script>`;
}

/** Returns the absolute URL of a picture, which may be a path of the portal or a URL of another site. */
function absolute({ publicUrl }: Site, address: string): string {
  return address.startsWith('/') ? publicUrl + address : address;
}

const longestExcerpt = 160;

/** Returns the beginning of a text in one line, cut between two words. */
export function excerptOf(text: string): string {
  return beginningOf(text, longestExcerpt);
}
