import { FormSection } from '../../admin/FormSection.tsx';
import { AccessFields, BenefitsField } from './AccessFields.tsx';
import { FeaturedImageField, SlideshowField } from './FileFields.tsx';
import { OnlineProductField } from './OnlineProductField.tsx';
import { PublishField } from './PublishField.tsx';
import { RappFields } from './RappFields.tsx';
import { DescriptionField, DurationField, TitleField, VideoField } from './TextFields.tsx';
import type { ResourceFieldsProps } from './use-resource-form.ts';

/** An online tool: a product, how it is sold, what its page shows (ADM-TOOL-01 to ADM-TOOL-03). */
export function ToolFields({ resourceId }: ResourceFieldsProps) {
  return (
    <>
      <FormSection title="Basic Information">
        <OnlineProductField />
        <TitleField hint="Starts as the product's name." />
        <AccessFields resourceId={resourceId} />
        <BenefitsField />
      </FormSection>
      <FormSection title="Content Details">
        <DescriptionField label="Additional Details" hint="Left empty, the product's own description is shown." />
        <FeaturedImageField />
        <VideoField />
        <DurationField />
        <SlideshowField />
      </FormSection>
      <FormSection title="RAPP Configuration">
        <RappFields />
        <PublishField label="Publish Resource" />
      </FormSection>
    </>
  );
}
