import { useQuery } from '@tanstack/react-query';
import { useController, useWatch } from 'react-hook-form';
import { Field } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { TextButton } from '#web/ui/TextLink.tsx';
import { ArticleField } from '../articles/ArticleField.tsx';
import { typeNames } from '../catalogue/display.ts';
import { AccessFields, BenefitsField } from './AccessFields.tsx';
import { onlineProducts } from './api.ts';
import { CardPreview } from './CardPreview.tsx';
import {
  DescriptionField,
  FeaturedImageField,
  ResourceFileField,
  SamplePagesField,
  SharedFields,
  SlideshowField,
  TitleField,
} from './ContentFields.tsx';
import { genericTypes, writtenTypes } from './display.ts';
import { EditorColumns, FormSection } from './EditorColumns.tsx';
import { FormSettings } from './FormSettings.tsx';
import { PublishField, RappFields } from './RappFields.tsx';
import { type ResourceFieldsProps, useResourceFields } from './use-resource-form.ts';
import { type ResourceValues, titleForProduct } from './values.ts';

/** Form of a template to download (ADM-TPL-01). */
export function TemplateFields({ resourceId }: ResourceFieldsProps) {
  return (
    <EditorColumns side={<FormSettings resourceId={resourceId} />}>
      <FormSection title="Content">
        <TitleField />
        <DescriptionField />
        <ResourceFileField label="Template File" />
        <SamplePagesField />
      </FormSection>
      <PictureFields />
      <CardPreview />
    </EditorColumns>
  );
}

/** Form of an online tool: product, access and page (ADM-TOOL-01 to ADM-TOOL-03). */
export function ToolFields({ resourceId }: ResourceFieldsProps) {
  return (
    <EditorColumns
      side={
        <FormSection title="RAPP Configuration">
          <PublishField label="Publish Resource" />
          <RappFields />
        </FormSection>
      }
    >
      <FormSection title="Basic Information">
        <OnlineProductField />
        <TitleField hint="Starts as the product's name." />
        <AccessFields resourceId={resourceId} />
        <BenefitsField />
      </FormSection>
      <FormSection title="Content Details">
        <DescriptionField label="Additional Details" hint="Left empty, the product's own description is shown." />
        <FeaturedImageField />
        <SharedFields />
        <SlideshowField />
      </FormSection>
      <CardPreview />
    </EditorColumns>
  );
}

/** Generic form: of all types without a form of their own, such as reports and articles (ADM-RES-07, ADM-RES-08). */
export function GenericFields(fields: ResourceFieldsProps) {
  const [type, text] = useWatch<ResourceValues, ['type', 'article']>({ name: ['type', 'article'] });
  // A text that was written stays visible when the type changes.
  const showsText = writtenTypes.includes(type) || fields.hasText || text !== undefined;
  return (
    <EditorColumns side={<FormSettings resourceId={fields.resourceId} />}>
      <FormSection title="Content">
        <TitleField />
        <TypeField />
        <DescriptionField />
        {showsText ? <ArticleField {...fields} /> : null}
        <ResourceFileField label="File" isOptional />
        <SamplePagesField />
      </FormSection>
      <PictureFields />
      <CardPreview />
    </EditorColumns>
  );
}

/** Section with the pictures, video and duration, for templates and the generic form. */
function PictureFields() {
  return (
    <FormSection title="Pictures, video and duration">
      <FeaturedImageField />
      <SlideshowField />
      <SharedFields />
    </FormSection>
  );
}

/** Field of the types of the generic form (ADM-RES-08). An older type stays available for a resource that has it. */
function TypeField() {
  const { register, formState } = useResourceFields();
  const opened = formState.defaultValues?.type;
  const offered = opened === undefined || genericTypes.includes(opened) ? genericTypes : [opened, ...genericTypes];
  return (
    <Field label="Type" error={formState.errors.type?.message}>
      <Select {...register('type')}>
        {offered.map((type) => (
          <option key={type} value={type}>
            {typeNames[type]}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/**
 * Field of the product that the tool opens. Its name becomes the tool's title, unless the title was written by hand
 * (ADM-TOOL-10).
 */
function OnlineProductField() {
  const { getValues, setValue, formState } = useResourceFields();
  const { field, fieldState } = useController<ResourceValues, 'onlineProductId'>({ name: 'onlineProductId' });
  const { data: products = [], isPending, isLoadingError, refetch } = useQuery(onlineProducts);
  const nameOf = (id: string) => products.find((product) => String(product.id) === id)?.name;

  function choose(id: string) {
    const title = titleForProduct(getValues('title'), nameOf(field.value), nameOf(id));
    setValue('title', title, { shouldDirty: true, shouldValidate: formState.isSubmitted });
    field.onChange(id);
  }

  const failure = isLoadingError ? 'The online products could not be loaded.' : undefined;
  return (
    <Field
      label="Online Product"
      isRequired
      error={fieldState.error?.message ?? failure}
      hint={!isPending && !isLoadingError && products.length === 0 ? 'There are no online products yet.' : undefined}
      action={isLoadingError ? <TextButton onClick={() => void refetch()}>Load again</TextButton> : undefined}
    >
      <Select
        ref={field.ref}
        name={field.name}
        value={field.value}
        onBlur={field.onBlur}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{isPending ? 'Loading the online products…' : 'Select an online product'}</option>
        {products.map(({ id, name, isActive }) => (
          <option key={id} value={id}>
            {isActive ? name : `${name} (inactive)`}
          </option>
        ))}
      </Select>
    </Field>
  );
}
