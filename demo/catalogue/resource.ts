import type { ArticleDocument } from '#contract/catalogue/articles-nodes.ts';
import { readingMinutesOf } from '#contract/catalogue/articles-text.ts';
import type {
  AccessType,
  RappPhase,
  RappPrinciple,
  ResourceType,
  RoleAffiliation,
} from '#contract/catalogue/catalogue.ts';
import { readContents, writtenKeys } from '../content.ts';
import { articleOf } from './article-of.ts';

/** A resource of the demo catalogue. Prices are in minor units of the deployment's currency, duration in minutes. */
export type DemoResource = {
  key: string;
  title: string;
  /** Line breaks separate the points of the detail page; the card shows only the first line. */
  description: string;
  type: ResourceType;
  accessType: AccessType;
  priceMinor: number | null;
  monthlyPriceMinor: number | null;
  annualPriceMinor: number | null;
  estimatedDuration: number | null;
  rappPrinciples: RappPrinciple[];
  rappImplementationPhase: RappPhase[];
  roleAffiliations: RoleAffiliation[];
  tags: string[];
  isPublished: boolean;
  /** Days after the start of the demo on which a draft is published automatically; null for other resources. */
  publishInDays: number | null;
  createdDaysAgo: number;
  /** The `key` of a demo product; online tools only. */
  onlineProductKey: string | null;
  instructionalVideoUrl: string | null;
  subscriptionBenefits: string[];
  /** The text that is read in the portal; null without one. */
  article: ArticleDocument | null;
  /** Alternative texts of the pictures `files/<key>-<number>.png`, in their order. */
  slideshow: string[];
};

type Access = Pick<DemoResource, 'accessType' | 'priceMinor' | 'monthlyPriceMinor' | 'annualPriceMinor'>;

export const free: Access = {
  accessType: 'free',
  priceMinor: null,
  monthlyPriceMinor: null,
  annualPriceMinor: null,
};

export const purchase = (priceMinor: number): Access => ({ ...free, accessType: 'purchase', priceMinor });

/** One subscription opens every subscription resource, so there is one pair of prices. */
export const subscription: Access = {
  accessType: 'subscription',
  priceMinor: null,
  monthlyPriceMinor: 899,
  annualPriceMinor: 8999,
};

const phases = {
  1: 'phase_1_discover_assess',
  2: 'phase_2_design_plan',
  3: 'phase_3_develop_prototype',
  4: 'phase_4_deploy_scale',
} as const satisfies Record<number, RappPhase>;

/** A resource as its author writes it; a text for the portal is in `content/<key>.md`. */
type ResourceInput = {
  key: string;
  title: string;
  description: string[];
  access: Access;
  /** Duration in minutes; by default, the reading time of the text. */
  minutes?: number;
  principles: [RappPrinciple, ...RappPrinciple[]];
  phases: (keyof typeof phases)[];
  roles: RoleAffiliation[];
  tags: string[];
  daysAgo: number;
  productKey?: string;
  video?: string;
  benefits?: string[];
  slideshow?: string[];
  isDraft?: true;
  publishInDays?: number;
};

/** Converts the inputs of one type to resources. */
export function resourcesOf(type: ResourceType, inputs: ResourceInput[]): DemoResource[] {
  return inputs.map((input) => {
    const article = writtenKeys.has(input.key) ? articleOf(readContents(input.key)) : null;
    return {
      key: input.key,
      title: input.title,
      description: input.description.join('\n'),
      type,
      ...input.access,
      estimatedDuration: input.minutes ?? (article && readingMinutesOf(article)),
      rappPrinciples: input.principles,
      rappImplementationPhase: input.phases.map((phase) => phases[phase]),
      roleAffiliations: input.roles,
      tags: input.tags,
      isPublished: !input.isDraft,
      publishInDays: input.publishInDays ?? null,
      createdDaysAgo: input.daysAgo,
      onlineProductKey: input.productKey ?? null,
      instructionalVideoUrl: input.video ?? null,
      subscriptionBenefits: input.benefits ?? [],
      article,
      slideshow: input.slideshow ?? [],
    };
  });
}
