import * as z from 'zod/mini';
import { ArticleText } from '../catalogue/articles.ts';
import { Bundle, OutlinedStep, PathOutline, Resource, ResourceSummary } from '../catalogue/catalogue.ts';
import { PictureSizes } from '../catalogue/files.ts';

/**
 * A listed resource in the lists for visitors (FRONT-03). Its fields are named, so that a new field of the card does not
 * become public automatically.
 */
export const PublicSummary = z.pick(ResourceSummary, {
  id: true,
  title: true,
  description: true,
  type: true,
  accessType: true,
  price: true,
  monthlyPrice: true,
  annualPrice: true,
  createdAt: true,
  estimatedDuration: true,
  thumbnailUrl: true,
  featuredImageUrl: true,
  tags: true,
  roleAffiliations: true,
  rappPrinciples: true,
  rappImplementationPhase: true,
});
export type PublicSummary = z.infer<typeof PublicSummary>;

/** Steps of a learning path for visitors. */
const PublicOutline = z.extend(PathOutline, {
  sections: z.array(
    z.object({
      title: z.string(),
      summary: z.string(),
      steps: z.array(z.extend(OutlinedStep, { resource: z.nullable(PublicSummary) })),
    }),
  ),
});

/** A listed resource for visitors, on its page: without file, video and any URL of paid content. */
export const PublicResource = z.extend(PublicSummary, {
  ...z.pick(Resource, { readingMinutes: true, hasPages: true, inside: true }).shape,
  metadata: z.pick(Resource.shape.metadata, {
    slideshowImages: true,
    slideshowTexts: true,
    subscriptionBenefits: true,
  }),
  bundle: z.optional(z.extend(Bundle, { parts: z.array(PublicSummary) })),
  outline: z.optional(PublicOutline),
  related: z.array(PublicSummary),
});
export type PublicResource = z.infer<typeof PublicResource>;

/** Start of the public catalogue (FRONT-14). */
export const CatalogueStart = z.object({
  introduction: z.nullable(z.object({ document: ArticleText, pictureSizes: PictureSizes })),
  /** The pinned resources that are listed, in their order. */
  pinned: z.array(PublicSummary),
});
export type CatalogueStart = z.infer<typeof CatalogueStart>;
