import type { Generated } from 'kysely';
import type { AccessType, ResourceType } from '#contract/catalogue.ts';
import type { Json, OptionalTimestamp, Timestamp } from './platform.ts';

export type CatalogueTables = {
  files: {
    id: string;
    kind: 'image' | 'document';
    name: string;
    title: string | null;
    content_type: string;
    bytes: number;
    sha256: Buffer;
    uploaded_by: number | null;
    created_at: Timestamp;
  };
  online_products: {
    id: Generated<number>;
    name: string;
    description: Generated<string>;
    slug: string;
    tool_type: 'embedded' | 'iframe' | 'component';
    configuration: Json<{ toolUrl?: string; url?: string }>;
    is_active: Generated<boolean>;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  resources: {
    id: Generated<number>;
    title: string;
    description: string;
    type: ResourceType;
    access_type: AccessType;
    price_minor: number | null;
    monthly_price_minor: number | null;
    annual_price_minor: number | null;
    currency: string;
    estimated_duration: number | null;
    online_product_id: number | null;
    stripe_product_id: string | null;
    thumbnail_url: string | null;
    featured_image_url: string | null;
    file_id: string | null;
    file_title: string | null;
    video_url: string | null;
    tags: Generated<string[]>;
    role_affiliations: Generated<string[]>;
    rapp_principles: Generated<string[]>;
    rapp_implementation_phase: Generated<string[]>;
    slideshow_images: Generated<string[]>;
    instructional_video_url: string | null;
    subscription_benefits: Generated<string[]>;
    is_published: Generated<boolean>;
    withdrawn_at: OptionalTimestamp;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  catalogue_version: { only_row: Generated<boolean>; version: Generated<number> };
};
