import { describe, expect, it } from 'vitest';
import { readArticle } from '#contract/catalogue/articles-reader.ts';
import { readingMinutesOf, sectionsOf, wordCountOf } from '#contract/catalogue/articles-text.ts';
import { accessTypes, rappPhases, rappPrinciples, roleAffiliations } from '#contract/catalogue/catalogue.ts';
import { documentFileNameOf } from '../files.ts';
import { demoPaths } from './paths.ts';
import { demoProducts, standInToolUrl } from './products.ts';
import { demoResources } from './resources.ts';

const published = demoResources.filter((resource) => resource.isPublished);
const drafts = demoResources.filter((resource) => !resource.isPublished);

const eightTypes = [
  'online_tool',
  'downloadable_template',
  'report',
  'book',
  'insight',
  'newsletter',
  'article',
  'path',
];
const groups = [['online_tool'], ['downloadable_template'], ['report', 'book'], ['insight', 'newsletter', 'article']];

const duplicates = (values: string[]) => values.filter((value, index) => values.indexOf(value) !== index);

describe('the demo catalogue', () => {
  it('BOOT-09 holds at least 60 published resources of all eight types and all three access types', () => {
    expect(published.length).toBeGreaterThanOrEqual(60);
    expect(new Set(published.map((resource) => resource.type))).toEqual(new Set(eightTypes));
    expect(new Set(published.map((resource) => resource.accessType))).toEqual(new Set(accessTypes));
    expect(drafts).toHaveLength(4);
  });

  it('PATH-05 holds a learning path for leaders, for builders, and for buyers and legal, each made of what it holds', () => {
    const paths = published.filter(({ type }) => type === 'path');
    const families = ['executive_leader', 'technical_lead', 'legal_risk_compliance'] as const;
    expect(families.map((role) => paths.filter(({ roleAffiliations: roles }) => roles.includes(role)).length)).toEqual([
      1, 1, 1,
    ]);
    const keys = new Set(published.map(({ key }) => key));
    for (const { key } of paths) {
      const steps = demoPaths[key]?.sections.flatMap((section) => section.steps) ?? [];
      expect(steps.length).toBeGreaterThan(3);
      const named = steps.flatMap((step) => (typeof step === 'object' && 'key' in step ? [step.key] : []));
      expect(named.filter((name) => !keys.has(name))).toEqual([]);
    }
  });

  it('tools, templates, long reading and short reading have every access type', () => {
    for (const types of groups) {
      const group = published.filter((resource) => types.includes(resource.type));
      expect(new Set(group.map((resource) => resource.accessType))).toEqual(new Set(accessTypes));
    }
  });

  it('names nothing twice', () => {
    expect(duplicates(demoResources.map((resource) => resource.key))).toEqual([]);
    expect(duplicates(demoResources.map((resource) => resource.title))).toEqual([]);
    expect(duplicates(demoResources.map((resource) => resource.description))).toEqual([]);
  });

  it('gives each access type its own prices, and all subscriptions the same pair', () => {
    for (const resource of demoResources) {
      const prices = [resource.priceMinor, resource.monthlyPriceMinor, resource.annualPriceMinor];
      if (resource.accessType === 'free') expect(prices).toEqual([null, null, null]);
      if (resource.accessType === 'subscription') expect(prices).toEqual([null, 899, 8999]);
      if (resource.accessType === 'purchase') {
        expect(prices.slice(1)).toEqual([null, null]);
        expect(resource.priceMinor).toBeGreaterThanOrEqual(400);
        expect(resource.priceMinor).toBeLessThanOrEqual(4800);
      }
    }
  });

  it('uses every role, and every principle in every phase, so that each action of the assessment finds something', () => {
    const roles = new Set(published.flatMap((resource) => resource.roleAffiliations));
    expect(roles).toEqual(new Set(roleAffiliations));
    const pairs = published.flatMap((resource) =>
      resource.rappPrinciples.flatMap((principle) =>
        resource.rappImplementationPhase.map((phase) => `${principle} in ${phase}`),
      ),
    );
    const allPairs = rappPrinciples.flatMap((principle) => rappPhases.map((phase) => `${principle} in ${phase}`));
    expect(new Set(pairs)).toEqual(new Set(allPairs));
  });

  it('describes each resource in two to six lines, the first of which fits a card', () => {
    for (const { description, tags, rappPrinciples: principles } of demoResources) {
      const lines = description.split('\n');
      expect(lines.length).toBeGreaterThanOrEqual(2);
      expect(lines.length).toBeLessThanOrEqual(6);
      expect(lines[0]).toMatch(/^[A-Z“].{30,130}[.?]$/);
      expect(lines.filter((line) => line.trim() !== line || line === '')).toEqual([]);
      expect(tags.length).toBeGreaterThanOrEqual(3);
      expect(tags.length).toBeLessThanOrEqual(6);
      expect(tags).toEqual([...new Set(tags.map((tag) => tag.toLowerCase()))]);
      expect(duplicates(principles)).toEqual([]);
    }
  });

  it('the demo catalogue has grown over about fourteen months', () => {
    const ages = demoResources.map((resource) => resource.createdDaysAgo);
    expect(Math.min(...ages)).toBe(0);
    expect(Math.max(...ages)).toBeGreaterThan(390);
    expect(Math.max(...ages)).toBeLessThan(440);
  });

  it('gives everything but online tools and learning paths a file, and some a slideshow of two to four pictures', () => {
    for (const { type, key } of demoResources)
      expect([key, documentFileNameOf(key) === null]).toEqual([key, type === 'online_tool' || type === 'path']);
    const slideshows = demoResources.map((resource) => resource.slideshow.length).filter((length) => length > 0);
    expect(slideshows.length).toBeGreaterThanOrEqual(4);
    expect(slideshows.filter((length) => length < 2 || length > 4)).toEqual([]);
  });

  it('links to videos by watch and short links only', () => {
    const links = demoResources.flatMap((resource) => resource.instructionalVideoUrl ?? []);
    expect(links.length).toBeGreaterThan(0);
    const known = /^https:\/\/(www\.youtube\.com\/watch\?v=|youtu\.be\/)[\w-]{11}$/;
    expect(links.filter((link) => !known.test(link))).toEqual([]);
  });
});

describe('what is read in the portal', () => {
  const written = demoResources.filter(({ type }) => ['insight', 'newsletter', 'article'].includes(type));
  const wordsOf = ({ article }: (typeof demoResources)[number]) => (article ? wordCountOf(article) : 0);

  it('gives every article, insight and newsletter a text with sections that the portal would accept', () => {
    expect(written.length).toBeGreaterThan(25);
    for (const { key, article, estimatedDuration } of written) {
      const read = readArticle(article);
      expect([key, 'document' in read && sectionsOf(read.document).length]).toEqual([key, expect.any(Number)]);
      expect(read).toEqual({ document: article });
      expect(estimatedDuration).toBe(article && readingMinutesOf(article));
    }
    expect(demoResources.filter(({ article }) => article !== null)).toEqual(written);
  });

  it('at least twelve texts to read in the portal are long, of 400 to 900 words', () => {
    const long = written.filter((resource) => wordsOf(resource) >= 400);
    expect(long.length).toBeGreaterThanOrEqual(12);
    expect(written.filter((resource) => wordsOf(resource) > 900)).toEqual([]);
  });
});

describe('the online products', () => {
  it('BOOT-10 the online products are numbered 1 to 5, with the stand-in page for all but the first', () => {
    expect(demoProducts.map((product) => product.id)).toEqual([1, 2, 3, 4, 5]);
    const addresses = demoProducts.map((product) => product.configuration.toolUrl);
    expect(addresses[0]).toBe('/tools/responsible-ai-assessment');
    expect(addresses.slice(1)).toEqual(Array(4).fill(standInToolUrl));
  });

  it('BOOT-10 link the first to the published free readiness assessment', () => {
    const assessment = published.find((resource) => resource.title === 'Responsible AI Readiness Assessment');
    expect(assessment).toMatchObject({
      type: 'online_tool',
      accessType: 'free',
      onlineProductKey: demoProducts[0]?.key,
    });
  });

  it('the online products are each linked to one online tool, and nothing else is linked to any', () => {
    const linked = demoResources.flatMap((resource) => resource.onlineProductKey ?? []);
    expect(linked.toSorted()).toEqual(demoProducts.map((product) => product.key).toSorted());
    const tools = demoResources.filter((resource) => resource.type === 'online_tool');
    expect(tools.filter((tool) => tool.onlineProductKey === null)).toEqual([]);
  });

  it('have slugs the form would accept', () => {
    const slugs = demoProducts.map((product) => product.slug);
    expect(slugs.filter((slug) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))).toEqual([]);
    expect(duplicates(slugs)).toEqual([]);
  });
});
