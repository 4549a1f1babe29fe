import { publicAssessmentPath, publicPath } from '#contract/pages/storefront.endpoints.ts';
import type { PublicSummary } from '#contract/pages/storefront.ts';
import type { ListedAddress } from '#server/catalogue/catalogue/rules.ts';
import { escapeHtml } from '#server/platform/mail/layout.ts';
import { excerptOf, type Site } from './head.ts';

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n';
const sitemapSpace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Whether each public page is open. */
type OpenPages = { catalogue: boolean; assessment: boolean };

/** Returns robots.txt, which allows the open pages with their assets and pictures (FRONT-05). */
export function robotsText({ publicUrl }: Site, { catalogue, assessment }: OpenPages): string {
  const pages = [...(catalogue ? ['/catalogue', '/sitemap'] : []), ...(assessment ? [`${publicAssessmentPath}$`] : [])];
  if (pages.length === 0) return 'User-agent: *\nDisallow: /\n';
  const allowed = [...pages, '/assets/', '/media/', '/favicon.svg'];
  const sitemap = catalogue ? `Sitemap: ${publicUrl}/sitemap.xml\n` : '';
  return `User-agent: *\n${allowed.map((path) => `Allow: ${path}\n`).join('')}Disallow: /\n${sitemap}`;
}

export function sitemapIndex({ publicUrl }: Site, parts: number): string {
  const entries = Array.from({ length: parts }, (_, index) => {
    return `<sitemap><loc>${escapeHtml(publicUrl)}/sitemap/${index + 1}.xml</loc></sitemap>\n`;
  });
  return `${xml}<sitemapindex ${sitemapSpace}>\n${entries.join('')}</sitemapindex>\n`;
}

/** Returns a part of the sitemap; the first one begins with the pages that are about no single resource. */
export function sitemapPart(
  { publicUrl }: Site,
  part: number,
  { listed, open }: { listed: readonly ListedAddress[]; open: OpenPages },
): string {
  const entry = (path: string, changed = '') =>
    `<url><loc>${escapeHtml(publicUrl + path)}</loc>${changed && `<lastmod>${changed}</lastmod>`}</url>\n`;
  const first = part === 1 ? entry('/catalogue') + (open.assessment ? entry(publicAssessmentPath) : '') : '';
  const rest = listed.map((one) => entry(publicPath(one), one.updatedAt.toISOString()));
  return `${xml}<urlset ${sitemapSpace}>\n${first}${rest.join('')}</urlset>\n`;
}

export function feedText(site: Site, newest: readonly PublicSummary[]): string {
  const { publicUrl, productName, publisher } = site;
  const updated = newest[0]?.createdAt ?? new Date(0).toISOString();
  const entries = newest.map((resource) => {
    const address = escapeHtml(publicUrl + publicPath(resource));
    return `<entry><title>${escapeHtml(resource.title)}</title><id>${escapeHtml(publicUrl)}/catalogue/${resource.id}</id><link href="${address}"/><updated>${resource.createdAt}</updated><summary>${escapeHtml(excerptOf(resource.description))}</summary></entry>\n`;
  });
  return `${xml}<feed xmlns="http://www.w3.org/2005/Atom"><title>${escapeHtml(productName)}</title><id>${escapeHtml(publicUrl)}/catalogue</id><link rel="self" href="${escapeHtml(publicUrl)}/catalogue/feed.xml"/><link href="${escapeHtml(publicUrl)}/catalogue"/><updated>${updated}</updated><author><name>${escapeHtml(publisher ?? productName)}</name></author>\n${entries.join('')}</feed>\n`;
}
